import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions } from '../functions/index.ts';

/** Lowers the maximum total of the deals of an organization to that of its rewards. A larger total stays and may decrease. */
const up = (db: Kysely<unknown>) => applyFunctions(db, '0059-deal-totals');

export const dealTotals: Migration = { up };
