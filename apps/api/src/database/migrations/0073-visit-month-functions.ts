import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions } from '../functions/index.ts';

/** Functions that create and drop the partitions of visits, and append-only histories that refuse `truncate`. */
async function up(db: Kysely<unknown>) {
  await applyFunctions(db, '0073-visit-month-functions');
}

export const visitMonthFunctions: Migration = { up };
