import { CompiledQuery } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { recordQueries } from './statements.ts';
import { type Caller, ok } from './world.ts';

/** Tables that grow with the leads and the sales and must not be scanned sequentially. */
const LARGE = ['leads', 'accruals', 'claims', 'payments', 'clients', 'attachments', 'sales', 'waiting_sales'];

export type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};
// A count limited to ten thousand rows may scan sequentially, because it stops at the limit.
const nodesOf = (plan: Plan, isCount: boolean): Plan[] =>
  isCount && plan['Node Type'] === 'Limit'
    ? []
    : [plan, ...(plan.Plans ?? []).flatMap((part) => nodesOf(part, isCount))];

/** Returns the plan nodes of the read statements of a call. Statements that write the journal or rate limits are skipped. */
export async function plansOf(db: Db, by: Caller, path: string, options = 'format json'): Promise<Plan[]> {
  const queries = recordQueries(db);
  ok(await by.get(path));
  return nodesOfQueries(db, queries.end(), options, path.includes('/counts/'));
}

async function nodesOfQueries(
  db: Db,
  queries: ReturnType<ReturnType<typeof recordQueries>['end']>,
  options: string,
  isCount: boolean,
): Promise<Plan[]> {
  const nodes: Plan[] = [];
  for (const { sql: statement, parameters } of queries) {
    if (!/^\s*(select|with)/i.test(statement)) continue;
    const explain = CompiledQuery.raw(`explain (${options}) ${statement}`, [...parameters]);
    const { rows } = await db.executeQuery(explain);
    const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'];
    nodes.push(...nodesOf(plan, isCount));
  }
  return nodes;
}

/** Returns the large tables that a call scans sequentially. */
export async function findSequentialScans(
  db: Db,
  by: Caller,
  path: string,
  tables = LARGE,
): Promise<string[]> {
  return scansIn(await plansOf(db, by, path), tables);
}

/** Returns the large tables that the read statements of a writing call scan sequentially. */
export async function findScansOfWrite(db: Db, write: () => Promise<unknown>): Promise<string[]> {
  const queries = recordQueries(db);
  await write();
  return scansIn(await nodesOfQueries(db, queries.end(), 'format json', false));
}

const scansIn = (nodes: readonly Plan[], tables = LARGE) =>
  nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((table) => tables.includes(table));

/** Returns the number of rows of large tables that a call reads, including rows removed by filters. */
export async function rowsRead(db: Db, by: Caller, path: string): Promise<number> {
  const nodes = await plansOf(db, by, path, 'analyze, timing off, format json');
  return nodes
    .filter((node) => LARGE.includes(node['Relation Name'] ?? ''))
    .map((node) => [node['Actual Rows'] ?? 0, node['Rows Removed by Filter'] ?? 0, node['Actual Loops'] ?? 0])
    .reduce((sum, [found = 0, passed = 0, loops = 0]) => sum + (found + passed) * loops, 0);
}
