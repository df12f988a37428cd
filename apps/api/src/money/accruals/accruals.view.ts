import type { Accrual } from '@referral-dashboard/api-contract';
import type { AccrualRow } from './accruals.repo.ts';
import { toSubject } from './subject.ts';

/** Maps a row to the contract. */
export function accrualView(row: AccrualRow): Accrual {
  const { program_id, payment_id, payment_number, hold_until } = row;
  const { reward_id, reward_number, manual_cap_kop, kind } = row;
  return {
    ...row,
    number: `Н-${row.number}`,
    status: row.status_now,
    organization: { id: row.organization_id, name: row.organization_name },
    partner: { id: row.partner_id, name: row.partner_name },
    program: program_id === null ? null : { id: program_id, name: row.program_name ?? '' },
    ...toSubject(row),
    payment:
      payment_id === null || payment_number === null
        ? null
        : { id: payment_id, number: `В-${payment_number}` },
    part_of:
      reward_id === null || reward_number === null ? null : { id: reward_id, number: `Н-${reward_number}` },
    by_hand: kind === 'reward' && manual_cap_kop !== null,
    hold_until: hold_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
