import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions, runDeferredTriggers } from '../functions/index.ts';

/** Functions of earlier migrations. Their triggers are dropped with them. */
const REPLACED = [
  ...['add_figures', 'add_partner_figures', 'claim_adds_up', 'payment_adds_up', 'give_join_code'],
  ...['bound_organization_accrual_days', 'bound_organization_lead_days', 'bound_partner_balances'],
  ...['count_accruals_insert', 'count_accruals_update', 'count_leads_insert', 'count_leads_update'],
  ...['keep_act', 'keep_former_contacts', 'keep_money', 'keep_taxes', 'only_moves', 'refuse_change'],
  ...['accruals', 'payments'].flatMap((table) => [`note_${table}_insert`, `note_${table}_update`]),
  ...['accruals', 'claims', 'click_days', 'leads', 'payments'].flatMap((table) => [
    `note_figures_of_${table}_insert`,
    `note_figures_of_${table}_update`,
  ]),
];

/** Functions and triggers from their files, with the tables that only they use. Existing rows do not change. */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  for (const name of REPLACED) await sql`drop function ${sql.id(name)}() cascade`.execute(db);
  await sql`alter table figure_notes rename to figure_changes`.execute(db);
  await sql`alter index figure_notes_tx rename to figure_changes_tx`.execute(db);
  await sql`alter table figure_changes rename column n to count`.execute(db);
  await sql`alter table figure_changes rename column kop to amount`.execute(db);
  await sql`alter table figure_marks rename to figure_commits`.execute(db);
  await sql`alter index figure_marks_pkey rename to figure_commits_pkey`.execute(db);
  await applyFunctions(db, '0051-functions');
}

export const functions: Migration = { up };
