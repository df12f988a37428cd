import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions } from '../functions/index.ts';

/** Columns as `table.column`, and their new names. */
const RENAMED = {
  'claims.hand_kop': 'manual_cap_kop',
  'claims.hand_reason': 'manual_cap_reason',
  'claims.cleared_kop': 'reviewed_target_kop',
  'organizations.four_eyes': 'requires_second_approver',
  'partner_balances.available': 'available_accruals',
  'idempotency_keys.answer': 'response',
  'applications.given': 'submitted',
  'account_codes.tries': 'attempts',
  'account_codes.other_tries': 'attempts_elsewhere',
  'tax_checks.wave': 'batch_id',
  'limited_forms.turned_away': 'refused',
};

/** Checks that are named after a renamed column. */
const CONSTRAINTS = {
  'claims.claims_hand_kop_check': 'claims_manual_cap_kop_check',
  'claims.claims_cleared_kop_check': 'claims_reviewed_target_kop_check',
  'claims.claims_check': 'claims_manual_cap',
  'limited_forms.limited_forms_turned_away_check': 'limited_forms_refused_check',
};

/** Renames columns whose names needed an explanation. Values do not change. */
async function up(db: Kysely<unknown>) {
  for (const [column, name] of Object.entries(RENAMED)) {
    const [table = '', old = ''] = column.split('.');
    await sql`alter table ${sql.id(table)} rename column ${sql.id(old)} to ${sql.id(name)}`.execute(db);
  }
  for (const [constraint, name] of Object.entries(CONSTRAINTS)) {
    const [table = '', old = ''] = constraint.split('.');
    await sql`alter table ${sql.id(table)} rename constraint ${sql.id(old)} to ${sql.id(name)}`.execute(db);
  }
  await applyFunctions(db, '0052-names');
}

export const names: Migration = { up };
