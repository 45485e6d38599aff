import { parseArgs } from 'node:util';

import { createTestDatabase, startTestCluster } from '@refectory/database/testing/test-cluster';
import { compareModifiers } from '@refectory/database/testing/compare-modifiers';
import { compareSums } from '@refectory/database/testing/compare-sums';
import { runPaymentHistories } from '@refectory/payments/testing/payment-histories';

import { seededRandom } from './seeded-random.ts';

// Runs random histories of payments on a virtual clock, and compares random sums with sums in BigInt.

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '100000' },
    sums: { type: 'string', default: '1000000' },
    seed: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const { below } = seededRandom(seed);
const random = () => below(2 ** 32) / 2 ** 32;
const say = (line: string) => process.stdout.write(`${line}\n`);

const cluster = await startTestCluster();
const database = await createTestDatabase(cluster, { max: 20 });
try {
  const sums = await compareSums(database, { count: Number(values.sums), random });
  say(`${sums.count} sums: ${sums.different.length} different`);
  for (const difference of sums.different.slice(0, 10)) say(`  ${difference}`);

  const choices = await compareModifiers(database, { count: Number(values.sums) / 10, random });
  say(`${choices.count} choices: ${choices.different.length} different`);
  for (const difference of choices.different.slice(0, 10)) say(`  ${difference}`);

  const begun = Date.now();
  const count = Number(values.histories);
  const result = await runPaymentHistories(database, {
    count,
    random,
    onBatch: (done) => {
      if (done % 5_000 === 0) say(`  ${done} histories, ${Math.round((Date.now() - begun) / 1000)} s`);
    },
  });
  const { violations, ...numbers } = result;
  say(
    Object.entries(numbers)
      .map(([what, number]) => `${what} ${number}`)
      .join(', '),
  );
  for (const violation of violations.slice(0, 10)) say(`  ${violation}`);
  const { missed, doubled, believed } = result;
  const isRight =
    missed + doubled + believed + violations.length + sums.different.length + choices.different.length === 0;
  say(`${isRight ? 'ok' : 'FAILED'}, seed ${seed}`);
  if (!isRight) process.exitCode = 1;
} finally {
  await database.drop();
  await cluster.stop();
}
