import type { account } from '@refectory/contract/account';
import { dayAt } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';
import { textIn } from '@refectory/domain/texts';
import { ledgerTexts } from '@refectory/translations/ledger';

import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import type { accountQueries } from './account-queries.ts';

/** The handlers of accounts; `zone` is that of the days of bonuses. */
export function accountHandlers(
  queries: ReturnType<typeof accountQueries>,
  zone: string,
): ServerHandlers<typeof account> {
  return {
    async getBalance({ session, language }) {
      const found = await queries.findBalance(session.customerId);
      if (!found) throw refuse('sessionMissing');
      const { balance, floor, priceLevel } = found;
      const texts = ledgerTexts[language];
      return {
        balance,
        available: money(balance - floor),
        pluginData: [{ label: texts.prices, value: texts[priceLevel] }],
      };
    },

    async getBonusBalance({ session, language, now }) {
      const bonus = await queries.findBonus(session.customerId, dayAt(now, zone));
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
