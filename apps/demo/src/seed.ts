import { cardDigest, giveCard, setCardBlocked } from '@refectory/database/cards';
import { createCanteen, findCanteen, setTaxRates } from '@refectory/database/canteens';
import {
  createCustomer,
  findCustomer,
  setCustomData,
  type CustomDataRow,
  type NewCustomer,
} from '@refectory/database/customers';
import type { Database } from '@refectory/database/database';
import { grantBonus, grantVoucher, type NewBonus, type NewVoucher } from '@refectory/database/grants';
import { creditAccount } from '@refectory/database/ledger';
import { placeOrder } from '@refectory/database/order-functions';
import { addLoyaltySystem, findLoyaltySystem, requestPairing } from '@refectory/database/pairings';
import { storeMenu } from '@refectory/database/store-menu';
import { acceptTerms, currentTerms, publishTerms, termsHash } from '@refectory/database/terms';
import { inTransaction } from '@refectory/database/transaction';
import { addDays, dayAt, startOfDay, type CalendarDay, type Instant } from '@refectory/domain/day';
import { money, orderPrice } from '@refectory/domain/money';
import { hashPassword } from '@refectory/server/session/password-hash';

import { demoGroups } from './demo-dishes.ts';
import { demoTerms } from './demo-terms.ts';
import { demoCanteens, demoMainGroups, planDemoMenu, type DemoCanteenKey } from './demo-menu.ts';
import {
  daysWithMenu,
  dishesToExchange,
  hasGrants,
  type AddedDays,
  offerForExchange,
  setPairingStatus,
} from './seed-queries.ts';

/** The Czech tax on meals and on drinks, in hundredths of a percent. */
const FOOD_TAX = 1_200;
const DRINK_TAX = 2_100;

/** The zone of both canteens. */
export const ZONE = 'Europe/Prague';
const PASSWORD = 'refectory';

/** The day a year before, from which on the demo has a past. */
export const aYearBefore = (today: CalendarDay): CalendarDay => addDays(today, -365);

/** The day from which on the demo's company has a past. */
export const monthsBefore = (today: CalendarDay): CalendarDay => addDays(today, -120);

type Granted = 'customerId' | 'currencyFormat' | 'grantedAt' | 'createdAt';
type DemoGrants = {
  readonly bonuses: readonly Omit<NewBonus, Granted>[];
  readonly vouchers: readonly Omit<NewVoucher, Granted>[];
};

const CROWNS = { cs: '{0} Kč', en: 'CZK {0}', pl: '{0} CZK', sk: '{0} Kč' };

type DemoAccount = Omit<NewCustomer, 'passwordHash'> & {
  /** For whom the account stands, as `npm start` prints it. */
  readonly about: string;
  /** What it begins with, in hundredths. */
  readonly opening: number;
  /** The day it was opened, seen from today; today where it is absent. */
  readonly opened?: (today: CalendarDay) => CalendarDay;
  /** What it was given beside its own money. */
  readonly grants?: (today: CalendarDay) => DemoGrants;
  readonly customData?: readonly CustomDataRow[];
  /** The cost centre that bills name. */
  readonly costCenter?: string;
  /** The number of the plastic card. */
  readonly card?: string;
  readonly hasBlockedCard?: boolean;
};

/** Who can sign in to the demo. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    userName: 'jana',
    about: 'Jana Nováková, the everyday user',
    type: 'Person',
    firstName: 'Jana',
    lastName: 'Nováková',
    email: 'jana@example.org',
    priceLevel: 'employee',
    card: '04A1B2C3D4E580',
    opening: 50_000,
    // The lunch of the first day is ordered on the evening before.
    opened: (today) => addDays(aYearBefore(today), -1),
    grants: (today) => {
      const days = (from: number, to: number) => ({
        validFrom: addDays(today, from),
        validTo: addDays(today, to),
      });
      const year = today.slice(0, 4);
      return {
        bonuses: [
          { ...days(-300, -120), amount: money(30_000), maxDiscountPercent: 20 },
          { ...days(-119, -1), amount: money(20_000), maxDiscountPercent: 50, minBillPrice: money(12_000) },
          { ...days(0, 60), amount: money(12_000), maxDiscountPercent: 50 },
        ],
        vouchers: [
          { ...days(-120, -30), voucherType: 'Snídaně', voucherSet: 'Na uvítanou' },
          { ...days(-20, 9), voucherType: 'Oběd', voucherSet: `Výročí ${year}` },
          { ...days(-20, 45), voucherType: 'Dezert', voucherSet: `Výročí ${year}` },
        ],
      };
    },
    costCenter: '4711',
    customData: [
      {
        label: {
          cs: 'Středisko',
          en: 'Cost centre',
          pl: 'Centrum kosztów',
          sk: 'Stredisko',
        },
        value: '4711',
      },
    ],
  },
  {
    userName: 'petr',
    about: 'Petr Dvořák, with an empty account',
    type: 'Person',
    firstName: 'Petr',
    lastName: 'Dvořák',
    email: 'petr@example.org',
    priceLevel: 'employee',
    card: '04A1B2C3D4E581',
    opening: 0,
  },
  {
    userName: 'firma',
    about: 'Stavby Horák s.r.o., a company',
    type: 'Company',
    companyName: 'Stavby Horák s.r.o.',
    email: 'firma@example.org',
    priceLevel: 'other',
    opening: 500_000,
    opened: (today) => addDays(monthsBefore(today), -1),
    grants: (today) => ({
      bonuses: [
        {
          validFrom: addDays(today, -100),
          validTo: addDays(today, 30),
          amount: money(50_000),
          maxDiscountPercent: 10,
          minBillPrice: money(50_000),
        },
      ],
      vouchers: [
        {
          validFrom: addDays(today, -60),
          validTo: addDays(today, 20),
          voucherType: 'Oběd',
          voucherSet: 'Hosté firmy',
        },
      ],
    }),
    costCenter: 'Brno',
  },
  {
    userName: 'blok',
    about: 'Karel Bloudek, whose card is blocked',
    type: 'Person',
    firstName: 'Karel',
    lastName: 'Bloudek',
    email: 'blok@example.org',
    priceLevel: 'other',
    card: '04A1B2C3D4E582',
    hasBlockedCard: true,
    opening: 50_000,
  },
  {
    userName: 'karta',
    about: 'Marie Kartová, without a card',
    type: 'Person',
    firstName: 'Marie',
    lastName: 'Kartová',
    email: 'karta@example.org',
    priceLevel: 'other',
    opening: 50_000,
  },
  {
    userName: 'eva',
    about: 'Eva Malá, at student prices',
    type: 'Person',
    firstName: 'Eva',
    lastName: 'Malá',
    email: 'eva@example.org',
    priceLevel: 'student',
    card: '04A1B2C3D4E583',
    opening: 60_000,
  },
];

/** What an account of the demo begins with, in hundredths. */
export const openingOf = (userName: string): number =>
  demoAccounts.find((account) => account.userName === userName)?.opening ?? 0;

/** Somebody whose meals stand on exchange; nobody signs in as her. */
const colleague: DemoAccount = {
  userName: 'kolegyne',
  about: '',
  type: 'Person',
  firstName: 'Lenka',
  lastName: 'Veselá',
  priceLevel: 'other',
  opening: 1_000_000,
};

/**
 * Fills the database with the demo as far as it is not there yet. The menus always lie around
 * today, so each start adds the days that have come near, and leaves alone those that have a menu,
 * which may be an imported one.
 */
export async function seedDemo(database: Database, now: Instant): Promise<void> {
  const today = dayAt(now, ZONE);
  const added: AddedDays[] = [];
  for (const key of Object.keys(demoCanteens) as DemoCanteenKey[]) {
    const canteen =
      (await findCanteen(database, key)) ??
      (await createCanteen(database, {
        key,
        name: demoCanteens[key],
        timeZone: ZONE,
        mainGroups: demoMainGroups,
      }));
    if (canteen.taxRate === null) {
      await setTaxRates(database, canteen, { rate: FOOD_TAX });
      await setTaxRates(database, canteen, { group: demoGroups.drink.en, rate: DRINK_TAX });
    }
    const known = await daysWithMenu(database, canteen.id);
    const plan = planDemoMenu({ canteenKey: key, today }).filter(({ day }) => !known.has(day));
    await storeMenu(database, canteen, plan);
    added.push({ canteenId: canteen.id, days: plan.map(({ day }) => day) });
  }
  for (const account of demoAccounts) await seedAccount(database, account, today);
  const colleagueId = await seedAccount(database, colleague, today);
  await seedTerms(database, now);
  for (const days of added) await seedExchange(database, colleagueId, days, now);
  await seedPairings(database, now);
}

/** The terms of the demo, which its own customers have accepted; new customers accept them before the first order. */
async function seedTerms(database: Database, now: Instant): Promise<void> {
  if (await currentTerms(database)) return;
  const version = await publishTerms(database, { texts: demoTerms, isBinding: true, now });
  for (const { userName } of [...demoAccounts, colleague]) {
    const account = await findCustomer(database, userName);
    if (account)
      await inTransaction(database, (transaction) =>
        acceptTerms(transaction, {
          customerId: account.id,
          version,
          language: 'cs',
          hash: termsHash(demoTerms.cs),
          now,
        }),
      );
  }
}

async function seedAccount(database: Database, account: DemoAccount, today: CalendarDay): Promise<number> {
  const { opening, about: _about, opened, grants, customData, card, hasBlockedCard, ...customer } = account;
  const now = startOfDay(opened?.(today) ?? today, ZONE);
  const known = await findCustomer(database, account.userName);
  const { id } =
    known ?? (await createCustomer(database, { ...customer, passwordHash: await hashPassword(PASSWORD) }));
  // Later starts leave the card as its customer has changed it.
  if (!known && card !== undefined) await seedCard(database, { customerId: id, card, hasBlockedCard, now });
  if (grants && !(await hasGrants(database, id))) {
    const { bonuses, vouchers } = grants(today);
    for (const bonus of bonuses)
      await grantBonus(database, { ...bonus, customerId: id, currencyFormat: CROWNS, grantedAt: now });
    for (const voucher of vouchers) {
      // Nobody issues a voucher after it began to hold.
      const createdAt = Math.min(now, startOfDay(voucher.validFrom, ZONE));
      await grantVoucher(database, { ...voucher, customerId: id, createdAt });
    }
  }
  if (customData) await setCustomData(database, id, customData);
  if (opening > 0) {
    await creditAccount(database, {
      customerId: id,
      amount: money(opening),
      kind: 'opening',
      reference: `demo opening ${account.userName}`,
      actor: 'job demo',
      now,
    });
  }
  return id;
}

async function seedCard(
  database: Database,
  {
    card,
    hasBlockedCard = false,
    ...whose
  }: {
    readonly customerId: number;
    readonly card: string;
    readonly hasBlockedCard: boolean | undefined;
    readonly now: Instant;
  },
): Promise<void> {
  const change = { ...whose, actor: 'job demo' };
  const digest = await cardDigest(database, card);
  await inTransaction(database, async (transaction) => {
    await giveCard(transaction, { ...change, digest });
    if (hasBlockedCard) await setCardBlocked(transaction, { ...change, isBlocked: true });
  });
}

/** A loyalty system, and for jana a pairing in each status. */
async function seedPairings(database: Database, now: Instant): Promise<void> {
  const name = 'Bonus Klub';
  const customer = await findCustomer(database, 'jana');
  if (!customer || !(await addLoyaltySystem(database, { name, now }))) return;
  const system = await findLoyaltySystem(database, name);
  if (!system) throw new Error('the loyalty system of the demo was not stored');
  const days = (count: number) => now + count * 24 * 60 * 60_000;
  for (const [status, asked] of [
    ['invalid', -90],
    ['rejected', -60],
    ['missed', -40],
    ['valid', -20],
    ['pending', -1],
  ] as const) {
    const { token } = await requestPairing(database, {
      customerId: customer.id,
      loyaltySystemId: system.id,
      externalCustomerName: 'Jana N.',
      note: `Klub ${1000 - asked}`,
      now: days(asked),
      validTill: days(asked + 30),
    });
    await setPairingStatus(database, token, status, {
      pairedAt: days(asked + 1),
      invalidAt: days(asked + 45),
    });
  }
}

/** The last portions of some dishes are ordered and offered to others, so that the exchange is alive. */
async function seedExchange(
  database: Database,
  customerId: number,
  added: AddedDays,
  now: Instant,
): Promise<void> {
  for (const dish of await dishesToExchange(database, added, now)) {
    for (let portion = 1; portion <= dish.remaining; portion += 1) {
      const order = {
        customerId,
        offeringId: dish.offeringId,
        day: dish.day,
        canteenId: dish.canteenId,
        productId: dish.productId,
        quantity: 1,
        price: orderPrice(dish.unitPrice, 1),
        agreed: { portions: portion },
        idempotency: { key: `demo exchange ${dish.offeringId} ${portion}`, requestHash: new Uint8Array(32) },
        pickupCode: 'X1',
        now,
      };
      const first = await placeOrder(database, order);
      // Main dishes of the other canteen may be there already.
      const verdict =
        first.verdict === 'question' && first.about === 'mains'
          ? await placeOrder(database, { ...order, agreed: { portions: portion, mains: first.mains } })
          : first;
      if (verdict.verdict === 'ordered') await offerForExchange(database, verdict.orderId, now);
    }
  }
}
