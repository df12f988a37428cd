import type { MethodSnapshot } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { snapshotOf } from '../payable/blockers.ts';
import { paymentBlockers } from '../payments/payment-transitions.ts';
import { purposeFor } from '../payments/purpose.ts';
import { secondApproverReason } from '../payments/second-approver.ts';
import { taxesOf } from '../taxes/freeze-taxes.ts';
import { auditPayments } from './audit-payments.ts';
import type { KnownPayment, KnownPayments } from './known-payments.ts';
import { changesOf } from './registry-changes.ts';

/** Returns true when an earlier approval has frozen the payout method. */
const isFrozen = ({ row }: KnownPayment) => row.status === 'approved';

type Line = { amount_kop: number; method: MethodSnapshot };

type ApprovalContext = {
  organization: KnownPayments['organization'];
  staff: Staff;
  /** Payments whose accruals or payout method come from the employee who approves. */
  contributed: ReadonlySet<string>;
  /** Problems that exclude payments from the bank file, by payment number. */
  inFile: ReadonlyMap<number, readonly string[]>;
  at: Date;
};

/** Returns all problems that prevent the approval of a payment, in Russian. */
export function problemsOf(
  known: KnownPayment,
  line: Line,
  { organization, staff, contributed, inFile, at }: ApprovalContext,
): string[] {
  const { row, partner, tax, method } = known;
  const frozen = isFrozen(known);
  const changes = changesOf(line, { ...row, method: frozen ? row.method : method });
  const sources = { organization, tax, method: frozen ? undefined : method };
  const { blockers } = paymentBlockers(known, sources, at);
  const reason = frozen ? undefined : secondApproverReason(row, { organization, staff, contributed });
  const refusals = reason === undefined ? [] : [`${reason}: утвердить должен другой сотрудник.`];
  const missing = inFile.get(row.number) ?? [];
  return [...changes, ...blockers.map(({ detail }) => detail), ...missing, ...refusals].map(
    (sentence) => `В-${row.number}, ${partner.name}. ${sentence}`,
  );
}

/** Returns the bank orders that the payments will have after approval. Payments without a method are omitted. */
export const ordersToApprove = ({ organization, payments }: KnownPayments, at: Date) =>
  payments.flatMap((known) => {
    const { row, partner, method } = known;
    const { number, amount_kop } = row;
    const { kind, last_name, first_name, father_name } = partner;
    const person = { kind, last_name, first_name, father_name };
    if (isFrozen(known))
      return row.method === null
        ? []
        : [{ number, amount_kop, purpose: row.purpose, method: row.method, ...person }];
    if (method === null) return [];
    const purpose = purposeFor(organization, partner, { number, amount_kop, at });
    return [{ number, amount_kop, purpose, method: snapshotOf(method, partner), ...person }];
  });

/** Approves checked payments: freezes their methods, purposes and taxes. Payments that are already approved do not change. */
export async function approvePayments(
  trx: Db,
  organizationId: string,
  { organization, payments }: KnownPayments,
  cause: Cause,
) {
  const { at } = cause;
  const approved = payments.filter((one) => !isFrozen(one));
  const approval = { organizationId, time_zone: organization.time_zone, at };
  const taxes = await taxesOf(trx, approval, approved);
  const rows = approved.map(({ row: { id, number, amount_kop, status: from }, partner, method }) => {
    if (method === null) throw new Error('a payment without a method passed its check');
    const purpose = purposeFor(organization, partner, { number, amount_kop, at });
    return { id, from, purpose, method: snapshotOf(method, partner), taxes: taxes.get(id) ?? null };
  });
  await sql`
    update payments p set status = 'approved', method = r.method, purpose = r.purpose, taxes = r.taxes, approved_at = ${at},
      failure_reason = '', updated_at = ${at}, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, method jsonb, purpose text, taxes jsonb)
    where p.organization_id = ${organizationId} and p.id = r.id`.execute(trx);
  const changes = rows.map(({ id, from, purpose, taxes: frozen }) => ({
    id,
    diff: {
      from,
      purpose,
      ...(frozen && { tax_kop: frozen.tax_kop }),
      approved_at: at,
      failure_reason: '',
      status: 'approved',
    },
  }));
  await auditPayments(trx, organizationId, 'payment.approved', changes, cause);
}

/** Moves payments to processing. */
export async function processPayments(
  trx: Db,
  organizationId: string,
  payments: readonly KnownPayment[],
  cause: Cause,
) {
  const { at } = cause;
  const ids = payments.map(({ row }) => row.id);
  await sql`
    update payments set status = 'processing', updated_at = ${at}, version = version + 1
    where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(trx);
  const changes = payments.map(({ row: { id, status: from } }) => ({
    id,
    diff: { from, status: 'processing' },
  }));
  await auditPayments(trx, organizationId, 'payment.processing', changes, cause);
}
