import { setTimeout as delay } from 'node:timers/promises';

import type { Database } from '@refectory/database/database';
import { factoryDay, factoryNow, type CreatedOffering } from '@refectory/database/factories';
import { bookMovement, latestMovements, reverseMovement } from '@refectory/database/ledger';
import { cancelForCustomer } from '@refectory/database/order-functions';
import { addDays } from '@refectory/domain/day';
import { money, type Money } from '@refectory/domain/money';

import {
  cancellationOf,
  cartOf,
  createDishes,
  createPeople,
  exchangeOf,
  newKey,
  orderOf,
  send,
  type Answer,
  type Change,
  type Person,
} from './canteen.ts';
import { balanceOf, changesStored, offerAgain, ordersStanding, pauseAtRandom } from './harness-queries.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Concurrent clients. */
export const CLIENTS = 64;
/** Concurrent calls with one key, or cancellations of one order. */
const REPEATS = 8;

/** Sends a change to any of the servers. */
type Send = (change: Change) => Promise<Answer>;

/** A race: it creates its customers and dishes first; then each round returns what went wrong. */
export type Race = {
  readonly name: string;
  /** The most rounds of a race that waits in every call. */
  readonly mostRounds?: number;
  /** The possible outcomes of a round. A race in which one of them never happens proves nothing. */
  readonly outcomes?: readonly string[];
  readonly prepare: (
    database: Database,
  ) => Promise<(dispatch: Send, comesTo: (outcome: string) => void) => Promise<string[]>>;
};

const succeeded = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);

/** Answers that are neither a success nor an expected refusal. */
function surprises(answers: readonly Answer[], ...expected: readonly string[]): string[] {
  return answers
    .filter(({ status, code }) => status !== 200 && !expected.includes(code ?? ''))
    .map(({ status, code }) => `an answer ${status} ${code ?? ''}`);
}

const exactly = (count: number, what: string, answers: readonly Answer[]) =>
  succeeded(answers).length === count ? [] : [`${succeeded(answers).length} ${what} in place of ${count}`];

/** The clients who got an order, each with its id. */
const winnersOf = (people: readonly Person[], answers: readonly Answer[]) =>
  answers.flatMap(({ status, orderId }, place) => {
    const person = people[place];
    return status === 200 && person && orderId !== undefined ? [{ person, orderId }] : [];
  });

/** All customers order the last portions of a dish; those who got one cancel it. */
const lastPortions = (name: string, portions: number): Race => ({
  name,
  prepare: async (database) => {
    const people = await createPeople(database, CLIENTS);
    const [dish] = await createDishes(database, 1, portions);
    if (!dish) throw new RangeError('there is a dish');
    return async (dispatch) => {
      const answers = await Promise.all(people.map((person) => dispatch(orderOf(person, dish))));
      const back = await Promise.all(
        winnersOf(people, answers).map(({ person, orderId }) => dispatch(cancellationOf(person, orderId))),
      );
      return [
        ...exactly(portions, 'customers got a last portion', answers),
        ...surprises(answers, 'soldOut'),
        ...surprises(back),
      ];
    };
  },
});

/** A customer with money for one dish orders several at once. */
const lastMoney: Race = {
  name: 'last money',
  prepare: async (database) => {
    const people = await createPeople(database, CLIENTS / REPEATS, money(10_000));
    const dishes = await createDishes(database, REPEATS, 1_000_000);
    return async (dispatch) => {
      const rounds = people.map(async (person) => {
        const answers = await Promise.all(dishes.map((dish) => dispatch(orderOf(person, dish))));
        const orderIds = succeeded(answers).flatMap(({ orderId }) => orderId ?? []);
        const back = await Promise.all(orderIds.map((orderId) => dispatch(cancellationOf(person, orderId))));
        return [
          ...exactly(1, 'dishes for the money of one', answers),
          ...surprises(answers, 'insufficientFunds'),
          ...surprises(back),
        ];
      });
      return (await Promise.all(rounds)).flat();
    };
  },
};

/** Customers send one order several times at once, with one key. */
const sameKey: Race = {
  name: 'same key',
  prepare: async (database) => {
    const people = await createPeople(database, CLIENTS / REPEATS);
    const [dish] = await createDishes(database, 1, 1_000_000);
    if (!dish) throw new RangeError('there is a dish');
    return async (dispatch) => {
      const rounds = people.map(async (person) => {
        const change = orderOf(person, dish, newKey());
        const answers = await Promise.all(Array.from({ length: REPEATS }, () => dispatch(change)));
        const after = await dispatch(change);
        const orderIds = new Set(succeeded([...answers, after]).map(({ orderId }) => orderId));
        const back = after.orderId && (await dispatch(cancellationOf(person, after.orderId)));
        return [
          ...(orderIds.size === 1 ? [] : [`${orderIds.size} orders under one key`]),
          ...surprises(answers, 'requestInFlight'),
          ...surprises([after]),
          ...(back ? surprises([back]) : []),
        ];
      });
      return (await Promise.all(rounds)).flat();
    };
  },
};

/** A head start grows by at most this from one round to the next. */
const LARGEST_STEP_MS = 16;

/**
 * Two sides that compete for the same thing. The winner starts later in the next round, and later still after each win in
 * a row. So the sides meet, however long each of them takes, and each wins some rounds.
 */
function twoSides() {
  type Side = 'first' | 'second';
  /** How much later the first side starts; below zero, how much later the second one does. */
  let headStartMs = 0;
  let stepMs = 1;
  let lastWinner: Side | undefined;
  const after = async <Result>(waitMs: number, begin: () => Promise<Result>) => {
    if (waitMs > 0) await delay(waitMs);
    return begin();
  };
  return {
    run: <First, Second>(first: () => Promise<First>, second: () => Promise<Second>) =>
      Promise.all([after(headStartMs, first), after(-headStartMs, second)]),
    won: (side: Side) => {
      stepMs = side === lastWinner ? Math.min(2 * stepMs, LARGEST_STEP_MS) : 1;
      headStartMs += side === 'first' ? stepMs : -stepMs;
      lastWinner = side;
    },
  };
}

/** An order is cancelled several times at once, while others wait for its portion. */
const orderAndCancel: Race = {
  name: 'order × cancel',
  outcomes: ['ordered again', 'left'],
  prepare: async (database) => {
    const [owner, ...others] = await createPeople(database, CLIENTS / 2 + 1);
    const [dish] = await createDishes(database, 1, 1);
    if (!owner || !dish) throw new RangeError('there are an owner and a dish');
    const sides = twoSides();
    return async (dispatch, comesTo) => {
      const ordered = await dispatch(orderOf(owner, dish));
      const { orderId } = ordered;
      if (orderId === undefined) return surprises([ordered]);
      const [cancellations, orders] = await sides.run(
        () =>
          Promise.all(Array.from({ length: CLIENTS / 2 }, () => dispatch(cancellationOf(owner, orderId)))),
        () => Promise.all(others.map((person) => dispatch(orderOf(person, dish)))),
      );
      const winners = winnersOf(others, orders);
      comesTo(winners.length > 0 ? 'ordered again' : 'left');
      // Where nobody got the portion, the cancellation came after all orders.
      sides.won(winners.length > 0 ? 'first' : 'second');
      const back = await Promise.all(
        winners.map(({ person, orderId: theirs }) => dispatch(cancellationOf(person, theirs))),
      );
      return [
        ...exactly(1, 'cancellations of one order', cancellations),
        ...surprises(cancellations, 'alreadyCancelled'),
        ...(winners.length > 1 ? [`${winners.length} got one portion`] : []),
        ...surprises([...orders, ...back], 'soldOut'),
      ];
    };
  },
};

/** A customer orders a dish that they already have: the server asks, and every call with the key gets the same answer. */
const question: Race = {
  name: 'question',
  prepare: async (database) => {
    const people = await createPeople(database, CLIENTS / REPEATS);
    const [dish] = await createDishes(database, 1, 1_000_000);
    if (!dish) throw new RangeError('there is a dish');
    return async (dispatch) => {
      const rounds = people.map(async (person) => {
        const first = await dispatch(orderOf(person, dish));
        const change = orderOf(person, dish);
        const asked = await dispatch(change);
        const answered = await dispatch({ ...change, force: asked.yes });
        const back = await Promise.all(
          succeeded([first, answered]).flatMap(({ orderId }) =>
            orderId === undefined ? [] : dispatch(cancellationOf(person, orderId)),
          ),
        );
        return [
          ...(asked.status === 449 ? [] : [`an answer ${asked.status} in place of a question`]),
          ...surprises([first, answered, ...back]),
        ];
      });
      return (await Promise.all(rounds)).flat();
    };
  },
};

/** Rounds of the exchange races, whose calls pause between their locks. */
const EXCHANGE_ROUNDS = 2_000;

/** The customer with the only portion offers it, and all others try to take it. */
const exchangeAndExchange: Race = {
  name: 'exchange × exchange',
  mostRounds: EXCHANGE_ROUNDS,
  prepare: async (database) => {
    const people = await createPeople(database, CLIENTS);
    const [dish] = await createDishes(database, 1, 1, { isPastCancel: true });
    if (!dish) throw new RangeError('there is a dish');
    await pauseAtRandom(database);
    let holder: { person: Person; orderId: number } | undefined;
    return async (dispatch) => {
      if (holder === undefined) {
        const [person] = people;
        const orderId = person && (await dispatch(orderOf(person, dish))).orderId;
        if (!person || orderId === undefined) return ['the first portion was not ordered'];
        holder = { person, orderId };
      }
      const { person: giver, orderId } = holder;
      const offered = await dispatch(exchangeOf(giver, orderId));
      const takers = people.filter((person) => person !== giver);
      const answers = await Promise.all(takers.map((person) => dispatch(orderOf(person, dish))));
      [holder] = winnersOf(takers, answers);
      return [
        ...surprises([offered]),
        ...exactly(1, 'customers took one portion', answers),
        ...surprises(answers, 'soldOut'),
      ];
    };
  },
};

/** An offer is withdrawn while all others try to take it: exactly one of the two succeeds. */
const exchangeAndWithdraw: Race = {
  name: 'exchange × withdraw',
  mostRounds: EXCHANGE_ROUNDS,
  outcomes: ['withdrawn', 'taken'],
  prepare: async (database) => {
    const people = await createPeople(database, CLIENTS);
    const [dish] = await createDishes(database, 1, 1, { isPastCancel: true });
    const [first] = people;
    if (!dish || !first) throw new RangeError('there are a dish and customers');
    await pauseAtRandom(database);
    const sides = twoSides();
    let holder: { person: Person; orderId: number } | undefined;
    return async (dispatch, comesTo) => {
      holder ??= winnersOf([first], [await dispatch(orderOf(first, dish))])[0];
      if (!holder) return ['the first portion was not ordered'];
      const { person: giver, orderId } = holder;
      const offered = await dispatch(exchangeOf(giver, orderId));
      const takers = people.filter((person) => person !== giver);
      const [withdrawal, answers] = await sides.run(
        () => dispatch(exchangeOf(giver, orderId)),
        () => Promise.all(takers.map((person) => dispatch(orderOf(person, dish)))),
      );
      const winners = winnersOf(takers, answers);
      const isTaken = winners.length > 0;
      comesTo(isTaken ? 'taken' : 'withdrawn');
      sides.won(isTaken ? 'second' : 'first');
      holder = winners[0] ?? holder;
      return [
        ...exactly(1, 'changes of one offer', [withdrawal, ...answers]),
        ...surprises([offered]),
        ...surprises([withdrawal], 'alreadyExchanged'),
        ...surprises(answers, 'soldOut'),
      ];
    };
  },
};

/** An offered order is cancelled several times while others take it: its customer gets the money back once. */
const exchangeAndCancel: Race = {
  name: 'exchange × cancel',
  mostRounds: EXCHANGE_ROUNDS,
  outcomes: ['cancelled', 'taken'],
  prepare: async (database) => {
    const [giver, ...takers] = await createPeople(database, CLIENTS / 2 + 1);
    const [dish] = await createDishes(database, 1, 1);
    if (!giver || !dish) throw new RangeError('there are a giver and a dish');
    await pauseAtRandom(database);
    const sides = twoSides();
    let usualBalance: number | undefined;
    return async (dispatch, comesTo) => {
      const { orderId, balance } = await dispatch(orderOf(giver, dish));
      if (orderId === undefined) return ['the portion was not ordered'];
      usualBalance ??= balance;
      if (balance !== usualBalance) return [`the giver has ${balance} in place of ${usualBalance}`];
      await offerAgain(database, orderId);
      const [cancellations, orders] = await sides.run(
        () =>
          Promise.all(Array.from({ length: CLIENTS / 2 }, () => dispatch(cancellationOf(giver, orderId)))),
        () => Promise.all(takers.map((person) => dispatch(orderOf(person, dish)))),
      );
      const isTaken = cancellations.some(({ code }) => code === 'alreadyExchanged');
      comesTo(isTaken ? 'taken' : 'cancelled');
      sides.won(isTaken ? 'second' : 'first');
      const winners = winnersOf(takers, orders);
      const back = await Promise.all(
        winners.map(({ person, orderId: theirs }) => dispatch(cancellationOf(person, theirs))),
      );
      return [
        ...exactly(isTaken ? 0 : 1, 'cancellations of one order', cancellations),
        ...(winners.length > 1 || (isTaken && winners.length === 0)
          ? [`${winners.length} got one portion`]
          : []),
        ...surprises(cancellations, 'alreadyCancelled', 'alreadyExchanged'),
        ...surprises([...orders, ...back], 'soldOut'),
      ];
    };
  },
};

/** The kitchen has one portion left and a customer offers another: two customers get one, and cancel it. */
const exchangeAndOrder: Race = {
  name: 'exchange × order',
  mostRounds: EXCHANGE_ROUNDS,
  prepare: async (database) => {
    const [giver, ...people] = await createPeople(database, CLIENTS + 1);
    const [dish] = await createDishes(database, 1, 2);
    if (!giver || !dish) throw new RangeError('there are a giver and a dish');
    await pauseAtRandom(database);
    return async (dispatch) => {
      const { orderId } = await dispatch(orderOf(giver, dish));
      if (orderId === undefined) return ['the portion was not ordered'];
      await offerAgain(database, orderId);
      const answers = await Promise.all(people.map((person) => dispatch(orderOf(person, dish))));
      const back = await Promise.all(
        winnersOf(people, answers).map(({ person, orderId: theirs }) =>
          dispatch(cancellationOf(person, theirs)),
        ),
      );
      return [
        ...exactly(2, 'customers got two portions', answers),
        ...surprises(answers, 'soldOut'),
        ...surprises(back),
      ];
    };
  },
};

/** Portions of each dish of the carts. */
const CART_PORTIONS = 5;
/** Customers who send a cart, each twice at once, and how many of them have too little money. */
const [CART_CUSTOMERS, POOR_CUSTOMERS] = [16, 4];

/**
 * Customers order a cart of all dishes of two canteens and two days, while others order single dishes and the portions run
 * out. A cart is ordered whole or not at all, and its customer is told which.
 */
const carts: Race = {
  name: 'carts',
  mostRounds: EXCHANGE_ROUNDS,
  outcomes: ['ordered', 'sold out'],
  prepare: async (database) => {
    const rich = await createPeople(database, CART_CUSTOMERS - POOR_CUSTOMERS);
    const poor = await createPeople(database, POOR_CUSTOMERS, money(30_000));
    const others = await createPeople(database, CLIENTS / 2);
    const dishes: CreatedOffering[] = [];
    for (const day of [factoryDay, addDays(factoryDay, 1)])
      for (let canteen = 0; canteen < 2; canteen += 1)
        dishes.push(...(await createDishes(database, 1, CART_PORTIONS, { day })));
    await pauseAtRandom(database);
    const everybody = new Map([...rich, ...poor, ...others].map((person) => [person.id, person]));
    /** First few orders beside the carts, then many: the carts win at first and lose later. */
    let single = 0;
    return async (dispatch, comesTo) => {
      const singles = others.slice(0, (single = (single + 4) % CLIENTS) / 2);
      const sendTwice = (person: Person, turn: number) => {
        const change = cartOf(person, turn % 2 === 0 ? dishes : dishes.toReversed());
        return Promise.all([dispatch(change), dispatch(change)]);
      };
      const [sent, unpaid, ordered] = await Promise.all([
        Promise.all(rich.map(sendTwice)),
        Promise.all(poor.map(sendTwice)),
        Promise.all(
          singles.flatMap((person, turn) => {
            const dish = dishes[turn % dishes.length];
            return dish ? dispatch(orderOf(person, dish)) : [];
          }),
        ),
      ]);
      const standing = await ordersStanding(database, [...everybody.keys()]);
      const has = (person: Person) => standing.filter(({ customerId }) => customerId === person.id).length;
      const findings = [
        ...surprises(sent.flat(), 'soldOut', 'requestInFlight'),
        ...surprises(ordered, 'soldOut'),
        ...exactly(0, 'carts were ordered on credit', unpaid.flat()),
        ...surprises(unpaid.flat(), 'soldOut', 'insufficientFunds', 'requestInFlight'),
        ...poor.flatMap((person) => (has(person) > 0 ? [`${has(person)} dishes of a cart on credit`] : [])),
      ];
      for (const [turn, person] of rich.entries()) {
        const isOrdered = sent[turn]?.some(({ status }) => status === 200) ?? false;
        comesTo(isOrdered ? 'ordered' : 'sold out');
        const expected = isOrdered ? dishes.length : 0;
        if (has(person) !== expected)
          findings.push(`${has(person)} dishes of a cart in place of ${expected}`);
      }
      for (const dish of dishes) {
        const sold = standing.filter(({ offeringId }) => offeringId === dish.id).length;
        if (sold > CART_PORTIONS) findings.push(`${sold} portions of ${CART_PORTIONS} sold`);
      }
      const back = await Promise.all(
        standing.map(({ id, customerId }) => {
          const person = everybody.get(customerId);
          if (!person) throw new RangeError('an order is of somebody else');
          return dispatch(cancellationOf(person, id));
        }),
      );
      return [...findings, ...surprises(back)];
    };
  },
};

/** Concurrent refunds of an order, whose price allows two of them. */
const REFUNDS = 3;
/** Amounts to refund for a meal of 100.00: one that fits twice, and one that is more than half of it. */
const [REFUND, LARGE_REFUND] = [money(4_000), money(6_000)];

/** A customer, a dish with one portion, and the commands by which the canteen refunds and cancels. */
async function withOneOrderAtATime(database: Database, isPastCancel = false) {
  const [person, ...others] = await createPeople(database, 1 + REPEATS);
  const [dish] = await createDishes(database, 1, 1, { isPastCancel });
  if (!person || !dish) throw new RangeError('there are a customer and a dish');
  await pauseAtRandom(database);
  const customerId = person.id;
  const by = { reason: 'cold soup', actor: 'job torture', now: factoryNow };
  const refund = (orderId: number, amount: Money) =>
    bookMovement(database, { customerId, kind: 'refund', amount, orderId, ...by });
  return {
    person,
    others,
    dish,
    usualBalance: await balanceOf(database, customerId),
    refund,
    /** Books a refund, and returns how to reverse it. */
    refundByMistake: async (orderId: number, amount: Money) => {
      await refund(orderId, amount);
      const [movement] = await latestMovements(database, customerId, 1);
      if (movement?.kind !== 'refund') throw new Error('the refund was not booked');
      return () => reverseMovement(database, { customerId, movementId: movement.id, ...by });
    },
    /** The canteen cancels an order, also after the cut-off. */
    cancelForThem: (orderId: number) =>
      cancelForCustomer(database, { orderId, actor: by.actor, now: by.now }),
    /** What is wrong with the balance once the order is cancelled. */
    wrongBalance: async (usualBalance: Money) => {
      const balance = await balanceOf(database, customerId);
      return balance === usualBalance ? [] : [`${balance} on the account in place of ${usualBalance}`];
    },
  };
}

const manyTimes = <Result>(count: number, begin: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, begin));

const countOf = (verdicts: readonly { readonly verdict: string }[], wanted: string) =>
  verdicts.filter(({ verdict }) => verdict === wanted).length;

/** The canteen refunds an order while its customer cancels it: together they return exactly what was paid. */
const refundAndCancel: Race = {
  name: 'refund × cancel',
  mostRounds: EXCHANGE_ROUNDS,
  outcomes: ['refunded', 'cancelled'],
  prepare: async (database) => {
    const { person, dish, usualBalance, refund, wrongBalance } = await withOneOrderAtATime(database);
    const sides = twoSides();
    return async (dispatch, comesTo) => {
      const ordered = await dispatch(orderOf(person, dish));
      const { orderId } = ordered;
      if (orderId === undefined) return surprises([ordered]);
      const [refunds, cancellations] = await sides.run(
        () => manyTimes(REFUNDS, () => refund(orderId, REFUND)),
        () => manyTimes(REPEATS, () => dispatch(cancellationOf(person, orderId))),
      );
      const booked = countOf(refunds, 'booked');
      comesTo(booked > 0 ? 'refunded' : 'cancelled');
      sides.won(booked > 0 ? 'first' : 'second');
      return [
        ...(booked === REFUNDS ? ['more was given back than was paid'] : []),
        ...(await wrongBalance(usualBalance)),
        ...exactly(1, 'cancellations of one order', cancellations),
        ...surprises(cancellations, 'alreadyCancelled'),
      ];
    };
  },
};

/** The canteen reverses a refund while the customer cancels the order: the customer gets back what they paid, no more. */
const reverseAndCancel: Race = {
  name: 'reverse × cancel',
  mostRounds: EXCHANGE_ROUNDS,
  outcomes: ['reversed', 'cancelled'],
  prepare: async (database) => {
    const { person, dish, usualBalance, refundByMistake, wrongBalance } = await withOneOrderAtATime(database);
    const sides = twoSides();
    return async (dispatch, comesTo) => {
      const ordered = await dispatch(orderOf(person, dish));
      const { orderId } = ordered;
      if (orderId === undefined) return surprises([ordered]);
      const reverse = await refundByMistake(orderId, REFUND);
      const [reversals, cancellations] = await sides.run(
        () => manyTimes(REFUNDS, reverse),
        () => manyTimes(REPEATS, () => dispatch(cancellationOf(person, orderId))),
      );
      const reversed = countOf(reversals, 'reversed');
      comesTo(reversed > 0 ? 'reversed' : 'cancelled');
      sides.won(reversed > 0 ? 'first' : 'second');
      return [
        ...(reversed > 1 ? [`${reversed} reversals of one movement`] : []),
        ...(await wrongBalance(usualBalance)),
        ...exactly(1, 'cancellations of one order', cancellations),
        ...surprises(cancellations, 'alreadyCancelled'),
      ];
    };
  },
};

/** A refund is reversed while another one is booked that is too large beside the first. */
const reverseAndRefund: Race = {
  name: 'reverse × refund',
  mostRounds: EXCHANGE_ROUNDS,
  outcomes: ['refunded again', 'refused'],
  prepare: async (database) => {
    const { person, dish, usualBalance, refund, refundByMistake, wrongBalance } =
      await withOneOrderAtATime(database);
    const sides = twoSides();
    return async (dispatch, comesTo) => {
      const ordered = await dispatch(orderOf(person, dish));
      const { orderId } = ordered;
      if (orderId === undefined) return surprises([ordered]);
      const reverse = await refundByMistake(orderId, LARGE_REFUND);
      const [reversals, refunds] = await sides.run(
        () => manyTimes(REFUNDS, reverse),
        () => manyTimes(REFUNDS, () => refund(orderId, LARGE_REFUND)),
      );
      const booked = countOf(refunds, 'booked');
      comesTo(booked > 0 ? 'refunded again' : 'refused');
      sides.won(booked > 0 ? 'first' : 'second');
      const cancelled = await dispatch(cancellationOf(person, orderId));
      return [
        ...(countOf(reversals, 'reversed') === 1 ? [] : ['a movement was not reversed once']),
        ...(booked > 1 ? ['more was given back than was paid'] : []),
        ...surprises([cancelled]),
        ...(await wrongBalance(usualBalance)),
      ];
    };
  },
};

/** The canteen refunds an order while its customer offers it: a refunded order is never on exchange. */
const refundAndOffer: Race = {
  name: 'refund × offer',
  mostRounds: EXCHANGE_ROUNDS,
  outcomes: ['refunded', 'taken'],
  prepare: async (database) => {
    const { person, others, dish, usualBalance, refund, cancelForThem, wrongBalance } =
      await withOneOrderAtATime(database, true);
    const sides = twoSides();
    return async (dispatch, comesTo) => {
      const ordered = await dispatch(orderOf(person, dish));
      const { orderId } = ordered;
      if (orderId === undefined) return surprises([ordered]);
      const [refunded, [offered, orders]] = await sides.run(
        () => refund(orderId, REFUND),
        async () =>
          [
            await dispatch(exchangeOf(person, orderId)),
            await Promise.all(others.map((other) => dispatch(orderOf(other, dish)))),
          ] as const,
      );
      const winners = winnersOf(others, orders);
      comesTo(winners.length > 0 ? 'taken' : 'refunded');
      sides.won(winners.length > 0 ? 'second' : 'first');
      const isBooked = refunded.verdict === 'booked';
      const state = (await changesStored(database, [person.id])).get(orderId);
      if (isBooked) await cancelForThem(orderId);
      for (const winner of winners) await cancelForThem(winner.orderId);
      return [
        ...(isBooked === winners.length > 0
          ? [`${winners.length} took an order, refund ${refunded.verdict}`]
          : []),
        ...(isBooked && state === 'offered' ? ['an order is offered whose money was given back'] : []),
        ...surprises([offered], 'notExchangeable'),
        ...surprises(orders, 'soldOut'),
        ...(await wrongBalance(usualBalance)),
      ];
    };
  },
};

/** All races. */
export const races: readonly Race[] = [
  lastPortions('last portion', 1),
  lastPortions('last portions', 5),
  lastMoney,
  sameKey,
  orderAndCancel,
  question,
  exchangeAndExchange,
  exchangeAndWithdraw,
  exchangeAndCancel,
  exchangeAndOrder,
  carts,
  refundAndCancel,
  reverseAndCancel,
  reverseAndRefund,
  refundAndOffer,
];

/** The result of a race; `outcomes` counts the rounds by outcome. */
export type RaceResult = {
  readonly rounds: number;
  readonly calls: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly findings: string[];
  /** Outcomes that never happened, so that the race proves nothing about them. */
  readonly missing: string[];
};

/**
 * Runs a race for a number of rounds, for a time, or until something goes wrong. It continues beyond its time until every
 * possible outcome has happened.
 */
export async function runRace(
  race: Race,
  options: {
    readonly database: Database;
    readonly ports: readonly number[];
    readonly random: SeededRandom;
    readonly rounds: number;
    readonly limitMs: number;
  },
): Promise<RaceResult> {
  const { database, ports, random, rounds, limitMs } = options;
  let calls = 0;
  const dispatch: Send = (change) => {
    calls += 1;
    return send(random.oneOf(ports), change);
  };
  const outcomes = new Map(race.outcomes?.map((outcome) => [outcome, 0]));
  const missing = () => [...outcomes].flatMap(([outcome, times]) => (times === 0 ? [outcome] : []));
  const round = await race.prepare(database);
  const since = performance.now();
  const most = Math.min(rounds, race.mostRounds ?? rounds);
  let [run, findings]: [number, string[]] = [0, []];
  while (run < most && findings.length === 0) {
    if (performance.now() - since > limitMs && missing().length === 0) break;
    run += 1;
    findings = await round(dispatch, (outcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }
  return {
    rounds: run,
    calls,
    outcomes,
    findings: findings.map((finding) => `${race.name}: ${finding}`),
    missing: missing(),
  };
}
