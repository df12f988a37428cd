import type { Migration } from 'kysely/migration';
import { accounts } from './0001-accounts.ts';

/** In the order they run; a migration that has left the house is never edited. */
export const migrations: Record<string, Migration> = { '0001-accounts': accounts };
