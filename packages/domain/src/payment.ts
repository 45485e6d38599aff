/** How a cart is paid: by card, from the account, or where the meal is handed over. */
export const paymentTypes = ['creditcard', 'account', 'pickup', 'delivery'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** How a customer gets the meals of a cart. */
export const deliveryTypes = ['toTakeAway', 'toDelivery', 'toBill', 'toTable'] as const;
export type DeliveryType = (typeof deliveryTypes)[number];

/** The field of the cart's form that says how it is paid; the server keeps those it does not understand as they are. */
export const PAYMENT_FIELD = 'paymentType';
/** The field of the cart's form that says how its meals get to the customer. */
export const DELIVERY_FIELD = 'delivery';

/** What a customer is told of a payment. */
export const paymentStatuses = ['pending', 'paid', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
