import type { Program } from '@referral-dashboard/api-contract';
import { formatDay } from '../../shared/format/date.ts';

type Dated = Pick<Program, 'starts_at' | 'ends_at'>;

/** «с 1 авг 2026 по 31 авг 2026», both days included; «без срока» without either. */
export function periodOf({ starts_at, ends_at }: Dated): string {
  const last = ends_at && new Date(Date.parse(ends_at) - 1).toISOString();
  const bounds = [starts_at && `с ${formatDay(starts_at)}`, last && `по ${formatDay(last)}`];
  return bounds.filter(Boolean).join(' ') || 'без срока';
}
