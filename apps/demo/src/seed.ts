import { createCanteen, findCanteen } from '@refectory/database/canteens';
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
import { storeMenu } from '@refectory/database/store-menu';
import { acceptTerms, currentTerms, publishTerms, termsHash } from '@refectory/database/terms';
import { inTransaction } from '@refectory/database/transaction';
import {
  addDays,
  calendarDay,
  dayAt,
  startOfDay,
  type CalendarDay,
  type Instant,
} from '@refectory/domain/day';
import { money, orderPrice } from '@refectory/domain/money';
import { hashPassword } from '@refectory/server/session/password-hash';

import { demoTerms } from './demo-terms.ts';
import { demoCanteens, demoMainGroups, planDemoMenu, type DemoCanteenKey } from './demo-menu.ts';
import {
  daysWithMenu,
  dishesToExchange,
  hasGrants,
  type AddedDays,
  offerForExchange,
} from './seed-queries.ts';

/** The zone of both canteens. */
export const ZONE = 'Europe/Prague';
const PASSWORD = 'refectory';

/** The day a year before, from which on the demo has a past. */
export const aYearBefore = (today: CalendarDay): CalendarDay => addDays(today, -365);

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
    cardStatus: 'USED',
    opening: 50_000,
    opened: aYearBefore,
    grants: (today) => {
      const year = today.slice(0, 4);
      const wholeYear = { validFrom: calendarDay(`${year}-01-01`), validTo: calendarDay(`${year}-12-31`) };
      return {
        bonuses: [
          { ...wholeYear, amount: money(8_000), maxDiscountPercent: 50 },
          { ...wholeYear, amount: money(4_000), minBillPrice: money(10_000) },
        ],
        vouchers: [
          { ...wholeYear, voucherType: 'Lunch', voucherSet: `Anniversary ${year}` },
          { ...wholeYear, voucherType: 'Dessert', voucherSet: `Anniversary ${year}` },
        ],
      };
    },
    customData: [
      {
        label: {
          cs: 'Nákladové středisko',
          en: 'Cost centre',
          pl: 'Centrum kosztów',
          sk: 'Nákladové stredisko',
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
    cardStatus: 'USED',
    opening: 0,
  },
  {
    userName: 'firma',
    about: 'Stavby Horák s.r.o., a company',
    type: 'Company',
    companyName: 'Stavby Horák s.r.o.',
    email: 'firma@example.org',
    priceLevel: 'other',
    cardStatus: 'NONE',
    opening: 500_000,
  },
  {
    userName: 'blok',
    about: 'Karel Bloudek, whose card is blocked',
    type: 'Person',
    firstName: 'Karel',
    lastName: 'Bloudek',
    email: 'blok@example.org',
    priceLevel: 'other',
    cardStatus: 'BLOCKED',
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
    cardStatus: 'NONE',
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
    cardStatus: 'USED',
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
  cardStatus: 'NONE',
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
    const known = await daysWithMenu(database, canteen.id);
    const plan = planDemoMenu({ canteenKey: key, today }).filter(({ day }) => !known.has(day));
    await storeMenu(database, canteen, plan);
    added.push({ canteenId: canteen.id, days: plan.map(({ day }) => day) });
  }
  for (const account of demoAccounts) {
    const since = account.opened?.(today);
    await seedAccount(database, account, since === undefined ? now : startOfDay(since, ZONE));
  }
  const colleagueId = await seedAccount(database, colleague, now);
  await seedTerms(database, now);
  for (const days of added) await seedExchange(database, colleagueId, days, now);
}

/** The terms of the demo, which its own customers accepted; whoever registers accepts them before the first order. */
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

async function seedAccount(database: Database, account: DemoAccount, now: Instant): Promise<number> {
  const { opening, about: _about, opened: _opened, grants, customData, ...customer } = account;
  const id =
    (await findCustomer(database, account.userName))?.id ??
    (await createCustomer(database, { ...customer, passwordHash: await hashPassword(PASSWORD) })).id;
  if (grants && !(await hasGrants(database, id))) {
    const { bonuses, vouchers } = grants(dayAt(now, ZONE));
    for (const bonus of bonuses)
      await grantBonus(database, { ...bonus, customerId: id, currencyFormat: CROWNS, grantedAt: now });
    for (const voucher of vouchers)
      await grantVoucher(database, { ...voucher, customerId: id, createdAt: now });
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

/** The last portions of some dishes are ordered and offered to others, so that the exchange is alive. */
async function seedExchange(
  database: Database,
  customerId: number,
  added: AddedDays,
  now: Instant,
): Promise<void> {
  for (const dish of await dishesToExchange(database, added, now)) {
    for (let portion = 1; portion <= dish.remaining; portion += 1) {
      const verdict = await placeOrder(database, {
        customerId,
        offeringId: dish.offeringId,
        day: dish.day,
        canteenId: dish.canteenId,
        productId: dish.productId,
        quantity: 1,
        price: orderPrice(dish.unitPrice, 1),
        // A main dish of each canteen, at most.
        agreed: { portions: portion, mains: 2 },
        idempotency: { key: `demo exchange ${dish.offeringId} ${portion}`, requestHash: new Uint8Array(32) },
        pickupCode: 'X1',
        now,
      });
      if (verdict.verdict === 'ordered') await offerForExchange(database, verdict.orderId, now);
    }
  }
}
