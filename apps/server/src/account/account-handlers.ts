import type { account } from '@refectory/contract/account';
import { money } from '@refectory/domain/money';
import { textIn } from '@refectory/domain/texts';

import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import type { accountQueries } from './account-queries.ts';

/** The handlers of accounts. */
export function accountHandlers(queries: ReturnType<typeof accountQueries>): ServerHandlers<typeof account> {
  return {
    async getBalance({ session }) {
      const found = await queries.findBalance(session.customerId);
      if (!found) throw refuse('sessionMissing');
      const { balance, floor } = found;
      return { balance, available: money(balance - floor) };
    },

    async getBonusBalance({ session, language }) {
      const bonus = await queries.findBonus(session.customerId);
      if (!bonus) return { bonusBalance: money(0), bonusBalanceCurrency: undefined };
      return {
        bonusBalance: bonus.balance,
        bonusBalanceCurrency: textIn(bonus.currencyFormat, language),
      };
    },

    async listCustomData({ session, language }) {
      const rows = await queries.listCustomData(session.customerId);
      return {
        customData: rows.map(({ position, label, value }) => ({
          id: position,
          label: textIn(label, language),
          value,
        })),
      };
    },
  };
}
