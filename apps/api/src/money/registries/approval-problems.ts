import type { MethodSnapshot } from '@referral-dashboard/api-contract';
import { toMethodSnapshot } from '../payable/blockers.ts';
import type { Approval, Approvals } from '../payments/lifecycle/approve-payments.ts';
import { purposeForApproval } from '../payments/purpose.ts';
import { describeLineChanges } from './registry-changes.ts';

type Line = { amount_kop: number; method: MethodSnapshot };

/**
 * Returns all problems that prevent the approval of a payment in a registry, in Russian.
 *
 * @param inFile problems that exclude payments from the bank file, by payment number.
 */
export function listApprovalProblems(
  { row, partner, method, isFrozen, blockers, secondApprover }: Approval,
  line: Line,
  inFile: ReadonlyMap<number, readonly string[]>,
): string[] {
  return [
    ...describeLineChanges(line, { ...row, method: isFrozen ? row.method : method }),
    ...blockers.map(({ detail }) => detail),
    ...(inFile.get(row.number) ?? []),
    ...(secondApprover === undefined ? [] : [`${secondApprover}: утвердить должен другой сотрудник.`]),
  ].map((sentence) => `В-${row.number}, ${partner.name}. ${sentence}`);
}

/** Returns the bank orders that the payments will have after approval. Payments without a method are omitted. */
export const ordersToApprove = ({ organization, payments }: Approvals, at: Date) =>
  payments.flatMap(({ row, partner, method, isFrozen }) => {
    const { number, amount_kop } = row;
    const { kind, last_name, first_name, father_name } = partner;
    const person = { kind, last_name, first_name, father_name };
    if (isFrozen)
      return row.method === null
        ? []
        : [{ number, amount_kop, purpose: row.purpose, method: row.method, ...person }];
    if (method === null) return [];
    const purpose = purposeForApproval(organization, partner, { number, amount_kop, at });
    return [{ number, amount_kop, purpose, method: toMethodSnapshot(method, partner), ...person }];
  });
