import type { Money } from '@refectory/domain/money';
import { languages } from '@refectory/domain/texts';
import * as z from 'zod/mini';

import type { Gateway, GatewayFact, GatewayNotice } from '../gateway.ts';

/** What stands in the reference of a payment. It is signed, so that the page of a payment outlives a restart. */
export const SandboxReference = z.object({
  paymentId: z.string(),
  amount: z.number(),
  currency: z.string(),
  language: z.enum(languages),
  description: z.string(),
  successUrl: z.string(),
  failUrl: z.string(),
  expiresAt: z.number(),
});

/** A payment as the sandbox knows it. */
export type SandboxPayment = Omit<z.output<typeof SandboxReference>, 'amount'> & { readonly amount: Money };

/** What can be done on the page of a payment. */
export const sandboxActions = [
  'pay',
  'decline',
  'cancel',
  'close',
  'pay-late',
  'pay-twice',
  'lose-notice',
] as const;
export type SandboxAction = (typeof sandboxActions)[number];

/** The sandbox, and what its page and the tests do with it. */
export type SandboxGateway = Gateway & {
  /** Does to a payment what its page offers; answers where the customer is led, if anywhere. */
  readonly act: (reference: string, action: SandboxAction) => Promise<string | undefined>;
  /** The payment of a reference; undefined for one that the sandbox did not make. */
  readonly paymentOf: (reference: string) => SandboxPayment | undefined;
  readonly stateOf: (reference: string) => GatewayFact['fact'];
  /** Writes and signs a notice. */
  readonly notice: (
    reference: string,
    fact: GatewayNotice['fact'],
    event?: string,
  ) => { readonly body: Buffer; readonly headers: Record<string, string> };
};
