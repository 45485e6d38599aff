import type { personalData } from '@refectory/contract/personal-data';
import { calendarDay, type Instant } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';
import { textIn } from '@refectory/domain/texts';

import type { accountQueries } from '../account/account-queries.ts';
import type { customerQueries } from '../customer/customer-queries.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import { modifiersOnWire } from '../orders/modifiers-on-wire.ts';
import type { orderQueries } from '../orders/order-queries.ts';
import type { reportQueries } from '../reports/report-queries.ts';
import { billsOnWire, bonusOnWire, consumptionOnWire, transactionOnWire } from '../reports/report-rows.ts';
import type { personalDataQueries } from './personal-data-queries.ts';

const ALL_DAYS = { from: calendarDay('1000-01-01'), to: calendarDay('9999-12-31') };
/** The largest limit of a query. */
const ALL_ROWS = 2_147_483_647;
const SINCE_EVER: Instant = 0;

/** The handlers of personal data. */
export function personalDataHandlers(services: {
  readonly queries: ReturnType<typeof personalDataQueries>;
  readonly customers: ReturnType<typeof customerQueries>;
  readonly accounts: ReturnType<typeof accountQueries>;
  readonly ordering: Pick<ReturnType<typeof orderQueries>, 'exchanged'>;
  readonly reports: ReturnType<typeof reportQueries>;
}): ServerHandlers<typeof personalData> {
  const { queries, customers, accounts, ordering, reports } = services;

  return {
    async exportPersonalData({ session, language, now }) {
      const { customerId } = session;
      // One after the other: an export takes one connection of those that orders need too.
      const customer = await customers.find(customerId, now);
      const held = await accounts.findBalance(customerId);
      if (!customer || !held) throw refuse('sessionMissing');
      const customData = await accounts.listCustomData(customerId);
      const [recovery] = await queries.recovery(customerId);
      const [remembered] = await queries.language(customerId);
      const orders = await queries.orders(customerId);
      const exchanged = await ordering.exchanged(customerId, SINCE_EVER);
      const { rows: movements } = await reports.movements(customerId, ALL_DAYS, 'UTC', ALL_ROWS);
      const { rows: consumption } = await reports.consumption(customerId, ALL_DAYS, ALL_ROWS);
      const { rows: bills } = await reports.bills(customerId, ALL_DAYS, ALL_ROWS);
      const { rows: bonuses } = await reports.bonuses(customerId, ALL_ROWS);
      const { rows: vouchers } = await reports.vouchers(customerId, ALL_ROWS);
      const pairings = await queries.pairings(customerId, now);
      const [card] = await queries.card(customerId);
      const [virtualCard] = await queries.virtualCard(customerId);
      const carts = await queries.carts(customerId);
      const payments = await queries.payments(customerId);
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
          wantedEmail: customer.wantedEmail ?? undefined,
          recoveryEmail: recovery?.recoveryEmail ?? undefined,
          recoveryUntil: recovery?.recoveryUntil,
          language: remembered?.language ?? undefined,
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
          ...(order.modifiers.length > 0 && { modifiers: modifiersOnWire(order.modifiers, language) }),
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
          delivery: order.delivery ?? undefined,
          state: order.state,
          placedAt: order.placedAt,
          cancelledAt: order.cancelledAt ?? undefined,
        })),
        exchanged: exchanged.map(({ name, day, ...row }) => ({
          ...row,
          name: textIn(name, language),
          date: day,
        })),
        transactions: movements.map((row) => transactionOnWire(row, language)),
        consumption: consumption.map((row) => consumptionOnWire(row, language)),
        bills: billsOnWire(bills, consumption, language),
        bonuses: bonuses.map((row) => bonusOnWire(row, language)),
        vouchers: [...vouchers],
        pairings: pairings.map((pairing) => ({
          // A pairing that the customer removed is not theirs any more.
          pairingStatus: pairing.status === 'removed' ? 'invalid' : pairing.status,
          loyaltySystem: pairing.loyaltySystem,
          externalSystemCustomerName: pairing.externalName ?? undefined,
          pairingNote: pairing.note ?? undefined,
          pairingToken: pairing.token,
          pairingString: undefined,
          pairingRequestDT: pairing.requestedAt,
          requestValidTillDT: pairing.validTill,
          pairedDT: pairing.pairedAt ?? undefined,
          invalidDT: pairing.invalidAt ?? undefined,
        })),
        card,
        virtualCard,
        carts: carts.map(({ delivery, dishes, ...cart }) => ({
          ...cart,
          delivery: delivery ?? undefined,
          ...(dishes.length > 0 && {
            dishes: dishes.map(({ name, day, modifiers, ...dish }) => ({
              ...dish,
              name: textIn(name, language),
              date: day,
              ...(modifiers.length > 0 && { modifiers: modifiersOnWire(modifiers, language) }),
            })),
          }),
        })),
        payments,
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
