import { modifierFault, type ModifierGroup } from '@refectory/domain/modifiers';
import { unitPrice } from '@refectory/domain/money';
import { modifiersOf, withModifierPrices } from '@refectory/domain/portion';

import type { Database } from '../database.ts';

/** Choices that are compared by one statement. */
const AT_ONCE = 10_000;

/** What is decided of a choice: why it cannot be ordered, what is kept of it, and the price of a portion with it. */
type Decided = {
  readonly fault: string | null;
  readonly modifiers: readonly string[];
  readonly price: number;
};

/**
 * Holds random choices of random groups against each other: what the domain decides, by which the browser shows them, and
 * what the database decides, by which they are ordered. Some choose what no group has.
 */
export async function compareModifiers(
  { pool }: Pick<Database, 'pool'>,
  { count, random }: { count: number; random: () => number },
): Promise<{ readonly count: number; readonly different: readonly string[] }> {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const different: string[] = [];
  for (let done = 0; done < count; done += AT_ONCE) {
    const cases = Array.from({ length: Math.min(AT_ONCE, count - done) }, () => randomChoice(upTo));
    const { rows } = await pool.query<Decided>(
      `select chosen.fault, dish + chosen.price as price,
         array(select option ->> 'id' from jsonb_array_elements(chosen.modifiers) option) as modifiers
       from unnest($1::jsonb[], $2::jsonb[], $3::bigint[]) with ordinality given (groups, ids, dish, place)
       cross join lateral choose_modifiers(groups, ids) chosen order by place`,
      [
        cases.map(({ groups }) => JSON.stringify(groups)),
        cases.map(({ chosen }) => JSON.stringify(chosen)),
        cases.map(({ dish }) => dish),
      ],
    );
    for (const [index, one] of cases.entries()) {
      const [ofDomain, ofDatabase] = [JSON.stringify(decide(one)), JSON.stringify(sorted(rows[index]))];
      if (ofDomain !== ofDatabase)
        different.push(`${JSON.stringify(one)}: domain ${ofDomain}, database ${ofDatabase}`);
    }
  }
  return { count, different };
}

function randomChoice(upTo: (most: number) => number) {
  const groups: ModifierGroup[] = Array.from({ length: upTo(3) }, (_, group) => {
    const options = Array.from({ length: 1 + upTo(3) }, (__, place) => ({
      id: `${group}-${place}`,
      name: '',
      price: unitPrice(upTo(500_000)),
    }));
    const max = 1 + upTo(options.length - 1);
    return { id: String(group), name: '', min: upTo(max), max, options };
  });
  const offered = groups.flatMap(({ options }) => options.map(({ id }) => id));
  const chosen = offered.filter(() => upTo(1) === 0);
  if (upTo(9) === 0) chosen.push('of another dish');
  // In whatever order they were pressed.
  const pressed = chosen.map((id) => ({ id, at: upTo(1_000) })).toSorted((one, other) => one.at - other.at);
  return { groups, chosen: pressed.map(({ id }) => id), dish: unitPrice(upTo(50_000_000)) };
}

function decide({ groups, chosen, dish }: ReturnType<typeof randomChoice>): Decided {
  const modifiers = modifiersOf(groups, new Set(chosen));
  return {
    fault: modifierFault(groups, new Set(chosen)) ?? null,
    modifiers: modifiers.map(({ id }) => String(id)),
    price: withModifierPrices(dish, modifiers),
  };
}

/** A row with its parts in one order. */
function sorted(row: Decided | undefined): Decided | undefined {
  return row && { fault: row.fault, modifiers: row.modifiers, price: row.price };
}
