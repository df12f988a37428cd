import type { Program } from '@referral-dashboard/api-contract';
import type { Dates } from '@/shared/format/date.ts';

type DatedProgram = Pick<Program, 'starts_at' | 'ends_at'>;

/** Example: «С 1 авг 2026 по 31 авг 2026», with the last day included. «Без срока» without dates. */
export function formatPeriod({ starts_at, ends_at }: DatedProgram, { formatDay }: Dates): string {
  const lastDay = ends_at && new Date(Date.parse(ends_at) - 1).toISOString();
  const [from, to] = [starts_at && formatDay(starts_at), lastDay && formatDay(lastDay)];
  if (from) return to ? `С ${from} по ${to}` : `С ${from}`;
  return to ? `По ${to}` : 'Без срока';
}
