import { latePart } from '#platform/late/late-part.ts';

/**
 * What the offer shows of the customer's own orders, and what the end of an order needs: when it is told, the connection
 * may be lost, and nothing can be fetched any more. A guest has none, so it is fetched for customers only.
 */
export const ownOrders = latePart(
  async () => {
    const [{ OrderSummaryPanel }, { OrderActionButton }, { OrderDelivery }, { FailureNote }] =
      await Promise.all([
        import('./order-summary-panel.tsx'),
        import('./order-action-button.tsx'),
        import('./order-delivery.tsx'),
        import('./failure-note.tsx'),
        import('./make-order.ts'),
      ]);
    return { OrderSummaryPanel, OrderActionButton, OrderDelivery, FailureNote };
  },
  { words: ['orderList'] },
);
