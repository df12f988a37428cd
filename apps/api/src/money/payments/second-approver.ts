import { sql } from 'kysely';
import type { PaymentTerms } from '../../organization/index.ts';
import type { Db } from '../../platform/db/db.ts';

type Editors = {
  id: string;
  formed_by: string | null;
  changed_by: readonly string[];
};

type Approver = {
  organization: PaymentTerms;
  /** Employee who approves. Null for the server, which needs no second approver. */
  userId: string | null;
};

type Approval = Approver & {
  /** Payments whose accruals or payout method come from this employee. */
  contributed: ReadonlySet<string>;
};

/** Returns the reason why a payment needs another approver, in Russian; undefined when this employee may approve it. */
export function secondApproverReason(
  { id, formed_by, changed_by }: Editors,
  { organization, userId, contributed }: Approval,
): string | undefined {
  if (!organization.requires_second_approver || userId === null) return undefined;
  if (formed_by === userId) return 'Эту выплату сформировали вы';
  if (changed_by.includes(userId)) return 'Состав, сумму или реквизиты этой выплаты меняли вы';
  if (contributed.has(id)) return 'Начисления или реквизиты этой выплаты добавили вы';
  return undefined;
}

/** Does the same for a registry, without its payments, which are checked one by one. */
export function secondApproverOfRegistry(
  { created_by, changed_by }: { created_by: string | null; changed_by: readonly string[] },
  { organization, userId }: Approver,
): string | undefined {
  if (!organization.requires_second_approver || userId === null) return undefined;
  if (created_by === userId) return 'Этот реестр сформировали вы';
  if (changed_by.includes(userId)) return 'Состав этого реестра меняли вы';
  return undefined;
}

/**
 * Returns the ids of payments with an accrual that this employee added, released from review or restored, or with a payout method that this
 * employee added or made the default. Empty when the organization does not require a separate approver.
 */
export async function contributedPayments(
  trx: Db,
  organizationId: string,
  { organization: { requires_second_approver, separate_approver }, userId }: Approver,
  payments: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!requires_second_approver || !separate_approver || userId === null) return new Set();
  const { rows } = await sql<{ id: string }>`
    select a.payment_id as id from accruals a
    where a.organization_id = ${organizationId} and a.payment_id = any(${payments}::uuid[])
      and ((a.lead_id is null and a.created_by = ${userId}) or exists (
        select from audit_entries e
        where e.organization_id = a.organization_id and e.object_id = a.id and e.actor_id = ${userId}
          and e.action in ('accrual.hold', 'accrual.available', 'accrual.restore') and e.diff->>'reason' <> ''))
    union
    select p.id from payments p
    join payout_methods m on m.organization_id = p.organization_id and m.partner_id = p.partner_id
    join audit_entries e on e.organization_id = m.organization_id and e.object_id = m.id
    where p.organization_id = ${organizationId} and p.id = any(${payments}::uuid[]) and m.default_since is not null
      and e.actor_id = ${userId} and e.action in ('payout-method.create', 'payout-method.default')`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}
