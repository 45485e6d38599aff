import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';
import { requireLogin } from '#platform/routing/guards.ts';

const words = ['orderList'] as const;
const ordersPage = {
  component: latePart(async () => (await import('./orders-page.tsx')).default, { words }),
};

/** The orders of a customer. */
export const ordersFeature: Feature = {
  routes: [{ path: '/orders', redirect: requireLogin, page: () => ordersPage }],
  profilePages: { orders: latePart(async () => (await import('./orders-page.tsx')).OrdersReport, { words }) },
};
