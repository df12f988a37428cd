/**
 * Migrations that rename, drop or convert what running processes of the previous version use, so that their statements fail afterwards. All
 * processes must be stopped before such a migration; `docs/operations.md` lists them.
 */
export const BREAKING_MIGRATIONS = [
  '0050-rate-limit-windows',
  '0052-names',
  '0053-lead-totals',
] as const satisfies string[];
