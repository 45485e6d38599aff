import { createHmac, timingSafeEqual } from 'node:crypto';

import {
  agreementOf,
  isYes,
  yesTo,
  type OrderAgreement,
  type OrderQuestion,
} from '@refectory/domain/order-question';

/** A call that is asked about: whose it is, and the hash of what it wants. */
export type AskedCall = { readonly customerId: number; readonly requestHash: Uint8Array };

/** Too many to guess; 22 characters. */
const SIGNATURE_BYTES = 16;

function signature(key: Buffer, yes: string, { customerId, requestHash }: AskedCall): Buffer {
  return (
    createHmac('sha256', key)
      // So that it never is the signature of anything else the key vouches for.
      .update(`yes ${yes} ${customerId} `)
      .update(requestHash)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
  );
}

/** The answer that says yes to a question, signed, so that it counts for this call of this customer, and no other. */
export function signedYes(key: Buffer, question: OrderQuestion, call: AskedCall): string {
  const yes = yesTo(question);
  return `${yes}.${signature(key, yes, call).toString('base64url')}`;
}

/**
 * What each answer agrees to; undefined when any of them says yes to a question of ours and was not offered to this call.
 * What answers no question of ours means nothing.
 */
export function agreementTo(
  key: Buffer,
  answers: readonly string[],
  call: AskedCall,
): readonly OrderAgreement[] | undefined {
  const said: string[] = [];
  for (const answer of answers) {
    const [yes = '', signed = ''] = answer.split('.');
    if (!isYes(yes)) continue;
    const given = Buffer.from(signed, 'base64url');
    if (given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, signature(key, yes, call)))
      return undefined;
    said.push(yes);
  }
  return said.map((yes) => agreementOf([yes]));
}
