import { computeTransfer, type Payment } from '@referral-dashboard/api-contract';
import type { Withholding } from '../../database/tables/taxes.ts';
import { readsRequisites } from '../../people/index.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { PaymentRow } from './payments.repo.ts';

/** Maps the taxes of a payment. Partners do not see the contributions that the organization pays on top. */
export const withholdingView = (
  { year, residence, rates, contributions_kop }: Withholding,
  { role }: Viewer,
): NonNullable<Payment['withholding']> => ({
  year,
  residence,
  rates,
  contributions_kop: role === 'organization' ? contributions_kop : null,
});

/**
 * Returns the kopecks that the bank transferred beyond the amount of a paid, canceled or returned payment; negative for the part of a paid one
 * that it returned.
 */
function computeSurplus({ status, transferred_kop, ...row }: PaymentRow): number {
  if (status === 'canceled' || status === 'returned') return transferred_kop;
  return status === 'paid' ? transferred_kop - computeTransfer(row) : 0;
}

/** Maps a row to the contract, without the payout method for viewers without access to requisites. */
export const paymentView = (row: PaymentRow, viewer: Viewer): Payment => ({
  ...row,
  method: readsRequisites(viewer) ? row.method : null,
  withholding: row.taxes && withholdingView(row.taxes, viewer),
  overpaid_kop: Math.max(0, computeSurplus(row)),
  partly_returned_kop: Math.max(0, -computeSurplus(row)),
  number: `В-${row.number}`,
  organization: { id: row.organization_id, name: row.organization_name },
  partner: { id: row.partner_id, name: row.partner_name },
  paid_on: row.paid_day,
  returned_on: row.returned_day,
  paid_at: row.paid_at?.toISOString() ?? null,
  approved_at: row.approved_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
