import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';

import type { Database } from '@refectory/database/database';
import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
  type CreatedOffering,
} from '@refectory/database/factories';
import type { CalendarDay } from '@refectory/domain/day';
import { money, moneyToDecimal, type Money } from '@refectory/domain/money';
import { requestHashOf } from '@refectory/server/http/idempotency-key';
import { signedYes } from '@refectory/server/orders/signed-yes';
import { createSessions } from '@refectory/server/session/sessions';
import { sessionQueries } from '@refectory/server/session/session-queries';

/** A signed-in customer, and the key with which the servers sign their questions. */
export type Person = { readonly id: number; readonly token: string; readonly signingKey: Buffer };

/** Creates customers with this balance and a session each. */
export async function createPeople(
  database: Database,
  count: number,
  balance: Money = money(100_000_000),
): Promise<Person[]> {
  const queries = sessionQueries(database);
  const sessions = createSessions(queries);
  const signingKey = await queries.signingKey();
  const people: Person[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id } = await createCustomer(database, { balance });
    const token = await sessions.begin(id, factoryNow);
    if (token === undefined) throw new Error(`customer ${id} could not sign in`);
    people.push({ id, token, signingKey });
  }
  return people;
}

/** Creates dishes of one canteen at 100.00, whose orders can be cancelled for an hour, or only be offered for exchange. */
export async function createDishes(
  database: Database,
  count: number,
  capacity: number,
  {
    isPastCancel = false,
    day = factoryDay,
  }: { readonly isPastCancel?: boolean; readonly day?: CalendarDay } = {},
): Promise<CreatedOffering[]> {
  const { id: canteenId } = await createCanteen(database);
  const dishes: CreatedOffering[] = [];
  for (let made = 0; made < count; made += 1)
    dishes.push(
      await createOffering(database, {
        canteenId,
        capacity,
        day,
        ...(isPastCancel && { cancelUntil: factoryNow - 1 }),
      }),
    );
  return dishes;
}

/** The answer of a server to a change of orders; status 0 where no answer came. */
export type Answer = {
  readonly status: number;
  readonly orderId: number | undefined;
  /** The balance afterwards, in crowns. */
  readonly balance: number | undefined;
  /** Whether the order is now on exchange. */
  readonly onExchange: boolean | undefined;
  readonly code: string | undefined;
  /** The force answers that a question offers. */
  readonly yes: readonly string[];
};

const NO_ANSWER: Answer = {
  status: 0,
  orderId: undefined,
  balance: undefined,
  onExchange: undefined,
  code: undefined,
  yes: [],
};
const PATIENCE_MS = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

type AnswerBody = {
  readonly orderId?: number;
  readonly balance?: number;
  readonly onExchange?: boolean;
  readonly error?: { readonly code?: string; readonly force?: { readonly answers: { value: string }[] } };
};

/** A call as it is sent. Calls with the same key are the same intent. */
export type Change = {
  readonly path:
    | '/canteenorder/direct'
    | '/canteenorder/cancel'
    | '/canteenorder/exchange'
    | '/order/cart'
    | '/order/cart/check';
  readonly body: object;
  readonly person: Person;
  readonly key: string;
  readonly force?: readonly string[];
};

/** Sends a change to a server. A broken connection and a timeout give an answer with status 0. */
export function send(
  port: number,
  { path, body, person, key, force }: Change,
  patienceMs = PATIENCE_MS,
): Promise<Answer> {
  const payload = JSON.stringify(body);
  return new Promise((resolve) => {
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path: `/api${path}`,
        method: 'POST',
        timeout: patienceMs,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          'x-asw-token': person.token,
          'idempotency-key': key,
          ...(force && { 'x-asw-force': force.join(',') }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', () => resolve(NO_ANSWER));
        response.on('end', () => {
          const { orderId, balance, onExchange, error } = JSON.parse(text || '{}') as AnswerBody;
          resolve({
            status: response.statusCode ?? 0,
            orderId,
            balance,
            onExchange,
            code: error?.code,
            yes: error?.force?.answers.map(({ value }) => value) ?? [],
          });
        });
      },
    );
    call.on('error', () => resolve(NO_ANSWER));
    call.on('timeout', () => call.destroy());
    call.end(payload);
  });
}

/** A new key. */
export const newKey = () => randomBytes(16).toString('hex');

/** An order of one portion of a dish, under a key of its own. */
export function orderOf(person: Person, dish: CreatedOffering, key = newKey()): Change {
  return {
    path: '/canteenorder/direct',
    person,
    key,
    body: {
      price: moneyToDecimal(money(10_000)),
      item: { mealId: dish.id, date: dish.offering.day, quantity: 1, canteenId: dish.canteenId },
    },
  };
}

/** A cart with one portion of each dish, under a key of its own. */
export function cartOf(person: Person, dishes: readonly CreatedOffering[], key = newKey()): Change {
  return {
    path: '/order/cart',
    person,
    key,
    body: {
      price: moneyToDecimal(money(10_000 * dishes.length)),
      orderDate: `${factoryDay} 08:00:00`,
      items: dishes.map((dish) => ({
        mealId: dish.id,
        date: dish.offering.day,
        quantity: 1,
        canteenId: dish.canteenId,
      })),
    },
  };
}

/** A cancellation of an order, under a key of its own, also of a dish that is sold out. */
export function cancellationOf(person: Person, orderId: number, key = newKey()): Change {
  return givingUp({ path: '/canteenorder/cancel', person, key, body: { orderId } }, orderId);
}

/** An offer of an order to others, or its withdrawal, under a key of its own, also of a dish that is sold out. */
export function exchangeOf(person: Person, orderId: number, key = newKey()): Change {
  return givingUp({ path: '/canteenorder/exchange', person, key, body: { orderId } }, orderId);
}

/** A change of an order with the customer's yes to the server's question whether they give it up. */
function givingUp(change: Change, orderId: number): Change {
  const { path, body, person } = change;
  const call = { customerId: person.id, requestHash: requestHashOf(path, body) };
  return { ...change, force: [signedYes(person.signingKey, { about: 'giveUp', giveUp: orderId }, call)] };
}
