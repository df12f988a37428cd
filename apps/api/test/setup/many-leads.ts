import { sql } from 'kysely';
import { seedBulkPartners } from '../../src/demo/bulk-partners.ts';
import type { Db } from '../../src/platform/db/db.ts';

/** Leads created with triggers and figures. The remaining leads are copies of these. */
const ORIGINALS = 10_000;
/** Size of the first batch, created before the planner has statistics. */
const FIRST = 500;

/** SQL that derives a UUID from the original UUID and the number of the copy. */
const copyOf = (id: string) =>
  `overlay(overlay(md5(${id}::text || copy.n) placing '5' from 13) placing '8' from 17)::uuid`;

const COPIES = {
  leads: {
    ...{ id: copyOf('r.id'), reward_id: copyOf('r.reward_id'), duplicate_of: 'null' },
    ...{ number: 'r.number + 100000 * copy.n', holds_phone: 'false' },
    phone: "'+7' || (9410000000 + r.number + 100000 * copy.n)",
    search_text:
      "'клиент +7' || (9410000000 + r.number + 100000 * copy.n) || ' л-' || (r.number + 100000 * copy.n)",
    ...{
      created_at: "r.created_at - copy.n * interval '1 second'",
      updated_at: "r.updated_at - copy.n * interval '1 second'",
    },
  },
  payments: { id: copyOf('r.id'), number: 'r.number + 100000 * copy.n' },
  accruals: {
    ...{ id: copyOf('r.id'), lead_id: copyOf('r.lead_id'), reward_id: copyOf('r.reward_id') },
    ...{ payment_id: copyOf('r.payment_id'), number: 'r.number + 100000 * copy.n' },
    sale_id: copyOf('r.sale_id'),
  },
  clients: {
    ...{ id: copyOf('r.id'), number: 'r.number + 100000 * copy.n', email_key: "''", external_id: 'null' },
    phone: "'+7' || (9410000000 + r.number + 100000 * copy.n)",
    search_text:
      "'клиент +7' || (9410000000 + r.number + 100000 * copy.n) || ' к-' || (r.number + 100000 * copy.n)",
    created_at: "r.created_at - copy.n * interval '1 second'",
  },
  attachments: { id: copyOf('r.id'), client_id: copyOf('r.client_id'), lead_id: copyOf('r.lead_id') },
  sales: {
    ...{ id: copyOf('r.id'), number: 'r.number + 100000 * copy.n', lead_id: copyOf('r.lead_id') },
    ...{ client_id: copyOf('r.client_id'), attachment_id: copyOf('r.attachment_id') },
  },
  claims: {
    ...{ lead_id: copyOf('r.lead_id'), sale_id: copyOf('r.sale_id') },
    rewarded_before: 'r.rewarded_before + 10000 * copy.n',
  },
} as const;

/**
 * Inserts `leads` leads of about twenty partners, with rewards and payments, into an organization that has programs. A hundred
 * thousand take seconds: most rows are written without triggers and are not in the figures.
 */
export async function insertManyLeads(db: Db, organizationId: string, leads: number, now: Date) {
  for (const count of [FIRST, ORIGINALS - FIRST]) await seedBulkPartners(db, organizationId, count, now);
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local statement_timeout = 0`.execute(trx);
    for (const [table, changed] of Object.entries(COPIES)) {
      const { rows } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(trx);
      const names = rows.map(({ name }) => name);
      const values = names.map((name) => (changed as Record<string, string>)[name] ?? `r.${name}`);
      await sql`
        insert into ${sql.table(table)} (${sql.raw(names.join())}) select ${sql.raw(values.join())}
        from ${sql.table(table)} r, generate_series(1, ${leads / ORIGINALS - 1}::int) copy (n)
        where r.organization_id = ${organizationId}`.execute(trx);
    }
  });
  // Vacuum moves pending entries of the GIN search index into its main structure.
  await sql`vacuum analyze`.execute(db);
}
