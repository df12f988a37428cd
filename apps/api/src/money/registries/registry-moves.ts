import {
  type Cancellation,
  type RegistryFailed,
  type RegistryPaid,
  type RegistryStatus,
  registryMachine,
} from '@referral-dashboard/api-contract';
import { checkTransition } from '../../database/rules/transitions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { withIdempotency } from '../../platform/http/limits/idempotency.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { checkNotUploaded } from '../kept-files/check-not-uploaded.ts';
import { freezePayments, readApprovals } from '../payments/lifecycle/approve-payments.ts';
import { markFailed, markPaid, processPayments, settleCovered } from '../payments/lifecycle/lifecycle.ts';
import { withEditor } from '../payments/open-payments.ts';
import { secondApproverOfRegistry } from '../payments/second-approver.ts';
import { listApprovalProblems, ordersToApprove } from './approval-problems.ts';
import { fileProblems, findPayer, payerProblem, withBanks } from './bank-orders.ts';
import { registriesRepo } from './registries.repo.ts';
import { changeRegistry } from './registries.ts';
import {
  checkAllOpen,
  keepTaxes,
  type Line,
  type LockedRegistry,
  lockLines,
  removeLines,
  type Versioned,
} from './registry-lines.ts';

/** Maximum number of problems in one error response. */
const MAX_PROBLEMS = 100;

/** Status changes of a registry after it is formed. Each runs in one transaction for all payments of the registry. */
export function createRegistryMoves(db: Db, clock: Clock) {
  const readRegistry = (trx: Db, staff: Staff, id: string) => registriesRepo(trx).withTotals(staff, id);
  const inTransaction = (staff: Staff, id: string, step: (trx: Db) => Promise<unknown>) =>
    db.transaction().execute(async (trx) => {
      await step(trx);
      return readRegistry(trx, staff, id);
    });
  const checkStatus = (from: RegistryStatus, to: RegistryStatus) =>
    checkTransition(registryMachine, from, to);

  async function approve(trx: Db, staff: Staff, id: string, input: Versioned) {
    const { registry, lines, set, cause } = await lockLines(trx, staff, id, input, clock);
    checkStatus(registry.status, 'approved');
    if (lines.length === 0) throw conflict('blocked', 'В реестре не осталось выплат. Отмените его.');
    const approvals = await readApprovals(trx, set, cause);
    const { organization, payments } = approvals;
    const reason = secondApproverOfRegistry(registry, { organization, userId: staff.userId });
    if (reason !== undefined) throw conflict('four_eyes', `${reason}: утвердить должен другой сотрудник.`);
    const info = await findPayer(trx, staff.organizationId);
    const orders = await withBanks(trx, staff.organizationId, ordersToApprove(approvals, cause.at));
    const inFile = new Map(orders.map((order) => [order.number, fileProblems(registry.kind, order, info)]));
    const byPayment = new Map(lines.map((line) => [line.payment_id, line]));
    const problems = payments.flatMap((one) => {
      const line = byPayment.get(one.row.id);
      if (line === undefined) throw new Error('a payment has no line in its registry');
      return listApprovalProblems(one, line, inFile).map((detail) => ({ code: one.row.id, detail }));
    });
    const payer = registry.kind === 'bank_account' ? payerProblem(info) : undefined;
    if (payer !== undefined) problems.unshift({ code: 'organization', detail: payer });
    if (problems.length > 0) {
      const reported = problems.slice(0, MAX_PROBLEMS);
      throw conflict(
        'blocked',
        `Реестр не утвержден: не все выплаты можно отправить. Уберите эти выплаты из реестра или устраните причину. ${reported
          .slice(0, 3)
          .map(({ detail }) => detail)
          .join(' ')}`,
        { blockers: reported },
      );
    }
    await freezePayments(trx, approvals, cause);
    await keepTaxes(trx, registry);
    const { actorId: approved_by, at: approved_at } = cause;
    await changeRegistry(trx, ofRow(registry), { status: 'approved', approved_by, approved_at }, cause);
    await settleCovered(trx, set, cause);
  }

  async function send(trx: Db, staff: Staff, id: string, input: Versioned) {
    const { registry, set, cause } = await lockLines(trx, staff, id, input, clock);
    checkStatus(registry.status, 'sent');
    await changeRegistry(trx, ofRow(registry), { status: 'sent', sent_at: cause.at }, cause);
    const payments = set.payments.filter(({ row }) => row.status === 'approved');
    await processPayments(trx, { ...set, payments }, cause);
  }

  const noteEditor = (trx: Db, { organization_id, id }: LockedRegistry['registry'], { userId }: Staff) =>
    trx
      .updateTable('registries')
      .set({ changed_by: withEditor(userId) })
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .execute();

  return {
    approve: (staff: Staff, id: string, input: Versioned) =>
      inTransaction(staff, id, (trx) => approve(trx, staff, id, input)),

    send: (staff: Staff, id: string, input: Versioned) =>
      inTransaction(staff, id, (trx) => send(trx, staff, id, input)),

    /** Cancels a registry. Its payments do not change and can be added to another registry. */
    cancel: (staff: Staff, id: string, { reason, file_not_uploaded, ...input }: Cancellation) =>
      inTransaction(staff, id, async (trx) => {
        const { registry, lines, cause } = await lockLines(trx, staff, id, input, clock);
        checkStatus(registry.status, 'canceled');
        await checkNotUploaded(trx, staff.organizationId, {
          subject: { registryId: id },
          payments: lines.length,
          isConfirmed: file_not_uploaded === true,
          at: cause.at,
        });
        await removeLines(trx, registry, lines);
        await changeRegistry(trx, ofRow(registry), { status: 'canceled', cancel_reason: reason }, cause, {
          ...(file_not_uploaded && { file_not_uploaded }),
        });
      }),

    /** Removes payments from a draft. */
    remove: (staff: Staff, id: string, { payments, ...input }: Versioned & { payments: readonly string[] }) =>
      inTransaction(staff, id, async (trx) => {
        const { registry, lines, cause } = await lockLines(trx, staff, id, input, clock, payments);
        if (registry.status !== 'draft')
          throw conflict(
            'closed',
            'Реестр уже утвержден: состав не изменить. Отмените его и сформируйте новый.',
          );
        checkAllOpen(lines, payments);
        await removeLines(trx, registry, lines);
        await noteEditor(trx, registry, staff);
        await changeRegistry(trx, ofRow(registry), {}, cause, { removed: payments });
      }),

    paid(staff: Staff, id: string, input: RegistryPaid, key: string) {
      const { payments, paid_on, external_ref, ...version } = input;
      const call = {
        organizationId: staff.organizationId,
        key,
        call: `registry mark-paid ${id}`,
        body: input,
      };
      return withIdempotency(db, call, clock(), async (trx) => {
        const { registry, lines, set, cause } = await lockLines(trx, staff, id, version, clock, payments);
        checkAllOpen(lines, payments);
        checkAnswerable(registry.status, lines);
        await markPaid(trx, set, { paid_on, external_ref }, cause);
        return readRegistry(trx, staff, id);
      });
    },

    failed: (staff: Staff, id: string, { payments, reason, ...input }: RegistryFailed) =>
      inTransaction(staff, id, async (trx) => {
        const { registry, lines, set, cause } = await lockLines(trx, staff, id, input, clock, payments);
        checkAllOpen(lines, payments);
        checkAnswerable(registry.status, lines);
        await markFailed(trx, set, reason, cause);
      }),
  };
}

const ofRow = (row: LockedRegistry['registry']) => ({
  organizationId: row.organization_id,
  registryId: row.id,
  from: row.status,
});

/** @throws ApiError 409 for a registry without payments that await the bank. */
function checkAnswerable(status: RegistryStatus, lines: readonly Line[]) {
  if (status !== 'approved' && status !== 'sent')
    throw conflict('closed', 'Отметить переводы можно в утвержденном или отправленном реестре.');
  if (lines.length === 0) throw conflict('closed', 'Все выплаты этого реестра уже отмечены.');
}
