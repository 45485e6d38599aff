import { latePart } from '#platform/late/late-part.ts';

/** What the offer shows of the customer's own orders. A guest has none, so its code is fetched for customers only. */
export const ownOrders = latePart(
  async () => {
    const [{ OrderSummaryPanel }, { OrderActionButton }] = await Promise.all([
      import('./order-summary-panel.tsx'),
      import('./order-action-button.tsx'),
    ]);
    return { OrderSummaryPanel, OrderActionButton };
  },
  { words: ['orderList'] },
);
