import { openDatabase, type Database } from '../database.ts';
import type { TestDatabase } from './test-cluster.ts';

/** A part of a plan and what came of it, as PostgreSQL explains it. */
export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const READS_TABLE = /^(Parallel )?(Seq|Index|Index Only|Bitmap Index|Bitmap Heap) Scan$/;

/**
 * How the tables are read by all statements that something carries out on a new connection, those in functions and triggers
 * too.
 */
export async function scansOf(
  { connection }: Pick<TestDatabase, 'connection'>,
  run: (connection: Pick<Database, 'pool'>) => Promise<unknown>,
): Promise<PlanNode[]> {
  const connected = openDatabase(connection, { max: 1 });
  const plans: PlanNode[] = [];
  connected.pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const { Plan: plan } = JSON.parse(message.slice(message.indexOf('{'))) as { Plan: PlanNode };
      plans.push(plan);
    }),
  );
  try {
    await connected.pool.query(`
      load 'auto_explain';
      set auto_explain.log_min_duration = 0;
      set auto_explain.log_nested_statements = on;
      set auto_explain.log_analyze = on;
      set auto_explain.log_format = json;
      set client_min_messages = log`);
    await run(connected);
  } finally {
    await connected.close();
  }
  return plans.flatMap(nodesOf).filter((node) => READS_TABLE.test(node['Node Type']));
}
