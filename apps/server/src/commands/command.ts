import type { Database } from '@refectory/database/database';
import { isCalendarDay, type CalendarDay, type Instant } from '@refectory/domain/day';
import { money, moneyToDecimal, typedAmount, type Money } from '@refectory/domain/money';
import { InvalidArgumentError, type Command } from 'commander';

import type { DatabasePlace } from './command-database.ts';

/** What a command works with. */
export type CommandContext = {
  readonly place: DatabasePlace;
  /** Runs on the canteen's database, started for it where it does not run. */
  readonly withDatabase: <T>(run: (database: Database) => Promise<T>) => Promise<T>;
  readonly now: () => Instant;
  /** Who runs it, for the record: `command` and the user of the operating system. */
  readonly actor: string;
  /** Prints a line. */
  readonly tell: (line: string) => void;
};

/** A command of the command line: its help, its options, and what it does. */
export type MakeCommand = (context: CommandContext) => Command;

/** Reads a day that was typed. */
export function dayOption(text: string): CalendarDay {
  if (isCalendarDay(text)) return text;
  throw new InvalidArgumentError('It has to be a date like 2026-11-30.');
}

/** Reads a positive amount that was typed; a comma stands for a point where it can only be that. */
export function amountOption(text: string): Money {
  const amount = typedAmount(text.replace(/^(\d+),(\d{1,2})$/, '$1.$2'));
  if (amount !== undefined) return amount;
  throw new InvalidArgumentError('It has to be an amount like 500 or 49.90.');
}

/** Reads an amount that was typed, positive or negative. */
export function signedAmountOption(text: string): Money {
  const amount = amountOption(text.replace(/^[-+]/, ''));
  return text.startsWith('-') ? money(0 - amount) : amount;
}

/** An amount as every command writes it: two decimals, no currency. */
export function amountText(amount: Money): string {
  return moneyToDecimal(amount).toFixed(2);
}

/** Reads a whole number from 0 to a limit that was typed. */
export function countOption(limit: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/.test(text) && Number(text) <= limit) return Number(text);
    throw new InvalidArgumentError(`It has to be a whole number from 0 to ${limit}.`);
  };
}
