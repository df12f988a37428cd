/**
 * Migrations that rename, drop or convert columns and tables of the previous version, or add checks that its writes fail. Statements of its
 * processes fail afterwards, so all processes must stop first. `docs/operations.md` lists these migrations.
 */
export const BREAKING_MIGRATIONS = [
  '0050-rate-limit-windows',
  '0052-names',
  '0053-lead-totals',
  '0061-reward-places',
  '0062-transfers',
  '0079-clients',
] as const satisfies string[];
