import type { personalData } from '@refectory/contract/personal-data';
import { money } from '@refectory/domain/money';
import { textIn } from '@refectory/domain/texts';

import type { accountQueries } from '../account/account-queries.ts';
import type { customerQueries } from '../customer/customer-queries.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import type { personalDataQueries } from './personal-data-queries.ts';

/** The handlers of personal data. */
export function personalDataHandlers(services: {
  readonly queries: ReturnType<typeof personalDataQueries>;
  readonly customers: ReturnType<typeof customerQueries>;
  readonly accounts: ReturnType<typeof accountQueries>;
}): ServerHandlers<typeof personalData> {
  const { queries, customers, accounts } = services;

  return {
    async exportPersonalData({ session, language }) {
      const { customerId } = session;
      // One after the other: an export takes one connection of those that orders need too.
      const customer = await customers.find(customerId);
      const held = await accounts.findBalance(customerId);
      if (!customer || !held) throw refuse('sessionMissing');
      const customData = await accounts.listCustomData(customerId);
      const orders = await queries.orders(customerId);
      const exchanged = await queries.exchanged(customerId);
      const movements = await queries.movements(customerId);
      const bonuses = await queries.bonuses(customerId);
      const vouchers = await queries.vouchers(customerId);
      const consents = await queries.consents(customerId);
      const mails = await queries.mails(customerId);
      return {
        customer: {
          id: customer.id,
          customerId: customer.id,
          userName: customer.userName,
          type: customer.type,
          companyName: customer.companyName ?? undefined,
          firstName: customer.firstName ?? undefined,
          lastName: customer.lastName ?? undefined,
          email: customer.email ?? undefined,
          additionalData: customer.additionalData,
          customData: customData.map(({ position, label, value }) => ({
            id: position,
            label: textIn(label, language),
            value,
          })),
        },
        account: { balance: held.balance, available: money(held.balance - held.floor) },
        orders: orders.map((order) => ({
          id: order.id,
          canteenId: order.canteenId,
          name: textIn(order.name, language),
          group: textIn(order.group, language),
          orderPrice: order.price,
          // What can still be done with an order is not what is kept of it.
          cancelStatus: 'NOT_POSSIBLE' as const,
          orderItem: {
            mealId: order.mealId,
            date: order.day,
            quantity: order.quantity,
            productId: order.productId,
          },
          collectedAt: order.collectedAt ?? undefined,
          pickupCode: order.pickupCode,
          state: order.state,
          placedAt: order.placedAt,
          cancelledAt: order.cancelledAt ?? undefined,
        })),
        exchanged: exchanged.map(({ name, day, ...row }) => ({
          ...row,
          name: textIn(name, language),
          date: day,
        })),
        transactions: movements.map(({ id, kind, reason, amount, at }) => ({
          id,
          name: kind,
          description: reason ?? undefined,
          dateTime: at,
          amount,
        })),
        bonuses: bonuses.map((bonus) => ({
          id: bonus.id,
          validFrom: bonus.validFrom,
          validTo: bonus.validTo,
          maxDiscountPercent: bonus.maxDiscountPercent ?? undefined,
          minBillPrice: bonus.minBillPrice,
          bonus: bonus.amount,
          drawn: bonus.drawn,
          balance: money(bonus.amount - bonus.drawn),
          currency: textIn(bonus.currencyFormat, language),
        })),
        vouchers: vouchers.map(({ createdAt, ...voucher }) => ({ ...voucher, creationTimeStamp: createdAt })),
        // Tills, bills and pairings are not kept by this server.
        consumption: [],
        bills: [],
        pairings: [],
        comments: await queries.comments(customerId),
        consents: consents.map(({ version, hash, ...consent }) => ({
          ...consent,
          termsVersion: version,
          termsHash: hash.toString('hex'),
        })),
        sessions: await queries.sessions(customerId),
        events: await queries.events(customerId),
        mails: mails.map(({ sentAt, ...mail }) => ({ ...mail, sentAt: sentAt ?? undefined })),
      };
    },
  };
}
