import { startsAtOffer } from '@refectory/domain/access';
import { isPeriod, periodOfTimeSpan, type Period } from '@refectory/domain/period';
import { dayAt, isCalendarDay, type CalendarDay } from '@refectory/domain/day';
import {
  Navigate,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';

import { requireGuest, requireLogin, requireOffer } from '#platform/routing/guards.ts';
import type { PageName } from '#platform/routing/page-title.tsx';
import type { Platform } from '#platform/platform.ts';

import { UnexpectedErrorPage } from './error-pages.tsx';
import { lazyPage } from './lazy-page.tsx';
import { Layout } from './layout/layout.tsx';

const notHere = () => import('./not-here-page.tsx');

/** The pages, each fetched when it is wanted. */
const pages = {
  menu: lazyPage(() => import('#features/menu/menu-page.tsx')),
  orders: lazyPage(() => import('#features/orders/orders-page.tsx')),
  ordersReport: lazyPage(async () => {
    const { OrdersReport } = await import('#features/orders/orders-page.tsx');
    return { default: OrdersReport };
  }),
  profile: lazyPage(async () => {
    const { ProfileFrame } = await import('#features/profile/profile-frame.tsx');
    return { default: ProfileFrame };
  }),
  profilePage: lazyPage(async () => {
    const [{ ProfilePage }, { NotHerePage }] = await Promise.all([
      import('#features/profile/profile-page.tsx'),
      notHere(),
    ]);
    return { default: () => <ProfilePage draw={(page) => <NotHerePage page={page} beside="profile" />} /> };
  }),
  login: lazyPage(() => import('#features/login/login-page.tsx')),
};

/** Fetches for later every page, so that it can be opened without a connection too, and what an action needs. */
export async function prefetchPages(): Promise<void> {
  for (const { prefetch } of Object.values(pages)) await prefetch();
  await notHere().catch(() => undefined);
  await import('#platform/api/carry-out.ts').catch(() => undefined);
}

/** What every route may look at. */
type RouterContext = { readonly platform: Platform };

const root = createRootRouteWithContext<RouterContext>()({
  component: Layout,
  // Any other address leads to the start, even one that cannot be decoded. // spec §2
  notFoundComponent: () => <Navigate to="/" replace />,
});

/** The period of `/` and of an offer without one: of the session, else the last one, else the configured one (OQ-14). */
function selectedPeriod(platform: Platform): Period {
  const { session, selection } = platform.snapshot.getState();
  if (session.timespan) return periodOfTimeSpan(session.timespan);
  return selection.periodSelected ?? platform.settings.defaultPeriod;
}

/** What was chosen on the offer before; a day that is past by now is not (OQ-109). */
async function rememberedSearch({ snapshot, clock, zone, queries, query }: Platform): Promise<OfferSearch> {
  const { selectedDay, filters } = snapshot.getState().selection;
  // Which day it is the server says with its first answer, and this one the page needs anyway; without it the page
  // tells what is wrong.
  if (selectedDay) await queries.prefetchQuery(query('listCanteens', undefined));
  return {
    ...(selectedDay && selectedDay >= dayAt(clock.now(), zone) && { day: selectedDay }),
    ...(filters?.length && { filter: filters }),
  };
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ context: { platform } }) => {
    throw startsAtOffer(platform.settings, platform.snapshot.getState().session.auth)
      ? redirect({ to: '/offer/{-$period}', params: { period: selectedPeriod(platform) }, replace: true })
      : redirect({ to: '/profile', replace: true });
  },
});

/** Days beyond have no menu, and the weeks around the last day of the calendar no four digits for the year. */
const isDayOfOffer = (text: string): text is CalendarDay =>
  isCalendarDay(text) && text >= '2000-01-01' && text < '2100-01-01';

/** What is chosen on the offer. */
type OfferSearch = {
  day?: CalendarDay | undefined;
  /** The first and the last day of a custom period. */
  start?: CalendarDay | undefined;
  end?: CalendarDay | undefined;
  canteen?: number | undefined;
  filter?: string[] | undefined;
};

/**
 * What is chosen on the offer stands in its address. Parts that make no sense are dropped by naming
 * them undefined: what this does not name, the router takes over as it stands.
 */
function offerSearch({ day, start, end, canteen, filter }: Readonly<Record<string, unknown>>): OfferSearch {
  const dayOf = (value: unknown) => (typeof value === 'string' && isDayOfOffer(value) ? value : undefined);
  const filters = Array.isArray(filter) ? filter.filter((id) => typeof id === 'string') : [];
  return {
    day: dayOf(day),
    start: dayOf(start),
    end: dayOf(end),
    canteen: typeof canteen === 'number' && Number.isSafeInteger(canteen) ? canteen : undefined,
    filter: filters.length > 0 ? filters : undefined,
  };
}

const offer = createRoute({
  getParentRoute: () => root,
  path: '/offer/{-$period}',
  validateSearch: offerSearch,
  beforeLoad: async ({ context: { platform }, params, search, location }) => {
    requireOffer(platform, location.href);
    const period = isPeriod(params.period) ? params.period : selectedPeriod(platform);
    // An address that chooses nothing by itself is that of what was chosen before.
    const isBare = Object.values(search).every((part) => part === undefined);
    const chosen = isBare ? await rememberedSearch(platform) : search;
    if (period === params.period && (!isBare || Object.keys(chosen).length === 0)) return;
    throw redirect({ to: '/offer/{-$period}', params: { period }, search: chosen, replace: true });
  },
  component: pages.menu,
});

const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  beforeLoad: ({ context, location }) => requireLogin(context.platform, location.href),
  component: pages.orders,
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  beforeLoad: ({ context, location }) => requireLogin(context.platform, location.href),
  component: pages.profile,
});

// It has the page's code fetched before the frame leads on to one, so that nothing is drawn without it.
const profileStart = createRoute({
  getParentRoute: () => profile,
  path: '/',
  component: pages.profilePage,
});

const profilePage = createRoute({
  getParentRoute: () => profile,
  path: '$page',
  component: pages.profilePage,
});

const ordersReport = createRoute({
  getParentRoute: () => profile,
  path: 'orders',
  component: pages.ordersReport,
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: ({ context }) => requireGuest(context.platform),
  component: pages.login,
});

/** An address of the specification whose page is not built yet: it says so. // spec §2 */
function comingPage<const Path extends string>(path: Path, page: PageName, access: 'open' | 'customer') {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ context, location }) => {
      if (access === 'customer') requireLogin(context.platform, location.href);
    },
    component: lazyPage(async () => {
      const { NotHerePage } = await notHere();
      return { default: () => <NotHerePage page={page} /> };
    }),
  });
}

const coming = [
  comingPage('/cart', 'cart', 'customer'),
  comingPage('/thank-you', 'thankYou', 'open'),
  comingPage('/registration', 'registration', 'open'),
  comingPage('/registration/$token', 'finishRegistration', 'open'),
  comingPage('/forgotten-password', 'forgottenPassword', 'open'),
  comingPage('/password-reset/$token', 'passwordReset', 'open'),
  comingPage('/pages/$pathname', 'staticPage', 'open'),
  comingPage('/pairing/$token', 'pairing', 'customer'),
  comingPage('/pairingconfirm/$param', 'pairing', 'open'),
  comingPage('/pairingreject/$param', 'pairing', 'open'),
  comingPage('/card-change/$tokenValue', 'cardChange', 'open'),
  comingPage('/card-revoke/$tokenValue', 'cardRevoke', 'open'),
  comingPage('/topup-successful', 'topUpSuccessful', 'open'),
  comingPage('/topup-failure', 'topUpFailure', 'open'),
  comingPage('/payment-failure', 'paymentFailure', 'open'),
] as const;

const routeTree = root.addChildren([
  home,
  offer,
  orders,
  profile.addChildren([profileStart, profilePage, ordersReport]),
  login,
  ...coming,
]);

/** Every address of the application. */
export function createAppRouter(
  platform: Platform,
  options: { readonly basePath: string; readonly history?: RouterHistory },
) {
  return createRouter({
    routeTree,
    context: { platform },
    basepath: options.basePath,
    defaultErrorComponent: UnexpectedErrorPage,
    ...(options.history && { history: options.history }),
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
