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

/** Returns the reason why a registry needs another approver, in Russian. Its payments are checked separately. */
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
    select accrual.payment_id as id from accruals accrual
    where accrual.organization_id = ${organizationId} and accrual.payment_id = any(${payments}::uuid[])
      and ((accrual.claim_id is null and accrual.created_by = ${userId}) or exists (
        select from audit_entries entry
        where entry.organization_id = accrual.organization_id and entry.object_id = accrual.id and entry.actor_id = ${userId}
          and entry.action in ('accrual.hold', 'accrual.available', 'accrual.restore') and entry.diff->>'reason' <> ''))
    union
    select payment.id from payments payment
    join payout_methods method on method.organization_id = payment.organization_id and method.partner_id = payment.partner_id
    join audit_entries entry on entry.organization_id = method.organization_id and entry.object_id = method.id
    where payment.organization_id = ${organizationId} and payment.id = any(${payments}::uuid[]) and method.default_since is not null
      and entry.actor_id = ${userId} and entry.action in ('payout-method.create', 'payout-method.default')`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}
