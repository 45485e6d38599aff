/** How a cart is paid: by card, from the account, or where the meal is handed over. */
export const paymentTypes = ['creditcard', 'account', 'pickup', 'delivery'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** How a customer gets the meals of a cart. */
export const deliveryTypes = ['toTakeAway', 'toDelivery', 'toBill', 'toTable'] as const;
export type DeliveryType = (typeof deliveryTypes)[number];

/** The fields of the cart's form that the server understands; it keeps the others as they are. */
export const PAYMENT_FIELD = 'paymentType';
export const DELIVERY_FIELD = 'delivery';

/** What a customer is told of a payment. */
export const paymentStatuses = ['pending', 'paid', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
