import * as z from 'zod/mini';

/** An address of the application that a payment comes back to; the server adds `paymentId` to its query. */
export const ReturnAddress = z.string().check(z.maxLength(2_000));
