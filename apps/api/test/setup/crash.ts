import { type KyselyPlugin, sql } from 'kysely';
import type { TestDatabase } from '../../src/testing/databases.ts';

/**
 * A database whose connection breaks after a given number of statements. On a server, the connection is terminated inside the
 * transaction. The embedded database has no connection, so its next statement fails.
 */
export function breakable({ db, url }: TestDatabase) {
  let left = Infinity;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (url === undefined && left <= 0) throw new Error('the connection is closed');
      return node;
    },
    async transformResult({ result }) {
      left -= 1;
      if (url !== undefined && left === 0) {
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`.execute(db);
      }
      return result;
    },
  };
  return {
    db: db.withPlugin(plugin),
    /** Runs `effect` on a connection that breaks after `statements` statements. @returns whether `effect` succeeded. */
    async breakAfter(statements: number, effect: () => Promise<unknown>): Promise<boolean> {
      left = statements;
      const done = await effect().then(
        () => true,
        () => false,
      );
      const isMissed = done && url !== undefined && left <= 0;
      left = Infinity;
      if (isMissed) throw new Error('the connection did not break');
      return done;
    },
  };
}

const KEPT = [
  ...['leads', 'lead_events', 'accruals', 'payments', 'audit_entries', 'idempotency_keys', 'counters'],
  ...['registries', 'registry_payments', 'bank_statements', 'bank_documents', 'receipts', 'tax_checks'],
  ...[
    'claims',
    'messages',
    'lead_days',
    'accrual_days',
    'organization_lead_days',
    'organization_accrual_days',
    'payment_totals',
    'partner_spans',
    'lead_totals',
    'figure_changes',
    'partner_balances',
    'program_spending',
    'programs',
    'partners',
  ],
];

/** Returns all rows of an organization, by table, except users and sessions. */
export async function readOrganization({ db }: Pick<TestDatabase, 'db'>, organizationId: string) {
  const contents: Record<string, string[]> = {};
  for (const table of KEPT) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t where organization_id = ${organizationId} order by 1`.execute(
      db,
    );
    contents[table] = rows.map(({ row }) => row);
  }
  return contents;
}
