import { languages } from '@refectory/domain/texts';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

import * as schema from './schema.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();

test('the typed schema has the tables and columns of the migrated database, with their types and nullability', async () => {
  const { rows } = await database.current.pool.query<{ column: string }>(
    `select format('%s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then ' not null' end,
        case when a.attidentity <> '' then ' identity' when a.attgenerated = '' and a.atthasdef then ' default' end) as column
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and c.relname not in ('migration', 'applied_function', 'program')`,
  );
  const typed = Object.values(schema)
    .filter((table) => is(table, PgTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) =>
        [
          `${getTableName(table)}.${column.name} ${column.getSQLType()}`,
          ...(column.notNull ? ['not null'] : []),
          ...(column.generatedIdentity ? ['identity'] : column.hasDefault ? ['default'] : []),
        ].join(' '),
      ),
    );
  expect(typed.toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
});

test('what is written in a language may be written in each that there is', async () => {
  const { rows } = await database.current.pool.query<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint
      where contype = 'c' and pg_get_constraintdef(oid) like '%(language %'`,
  );
  const allowed = rows.map(({ rule }) => new Set([...rule.matchAll(/'(\w+)'/g)].map(([, code]) => code)));
  expect(allowed).toEqual(Array.from({ length: 4 }, () => new Set(languages)));
});

test('of used links those are kept that say what they did, and none that reset a password', async () => {
  const keep = (purpose: string) =>
    database.current.pool.query(
      'insert into used_link (token_hash, purpose, used_at) values ($1::text::bytea, $1::text, now())',
      [purpose],
    );
  for (const purpose of ['registration', 'card-change', 'card-revocation']) await keep(purpose);
  await expect(keep('password-reset')).rejects.toThrow('used_link_purpose_check');
});
