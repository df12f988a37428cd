import type { Cancellation, Payment, PaymentReturned } from '@referral-dashboard/api-contract';
import { type Cause, toAuthor, toCause } from '../../audit/index.ts';
import { checkVersion } from '../../database/rules/transitions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { noSuchObject } from '../../platform/errors.ts';
import { withIdempotency } from '../../platform/http/limits/idempotency.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { checkNotUploaded } from '../kept-files/check-not-uploaded.ts';
import { approvePayments, retryPayments } from './lifecycle/approve-payments.ts';
import {
  acceptPayments,
  cancelPayments,
  markFailed,
  markPaid,
  processPayments,
} from './lifecycle/lifecycle.ts';
import { getPaymentIds, lockPayment, type PaymentSet } from './lifecycle/locked-payments.ts';
import { markReturned } from './lifecycle/return-payments.ts';
import { paymentsRepo } from './payments.repo.ts';
import { paymentView } from './payments.view.ts';

export type PaymentTransitions = ReturnType<typeof createPaymentTransitions>;

type Versioned = { version?: number | undefined };
type Transfer = Versioned & { paid_on: string; external_ref: string };

/** Status changes of one payment after it is formed. Each runs in one transaction. */
export function createPaymentTransitions(db: Db, clock: Clock) {
  /** Locks a payment, checks its version and changes it. @returns the changed payment. */
  async function change(
    trx: Db,
    staff: Staff,
    id: string,
    { version }: Versioned,
    step: (trx: Db, set: PaymentSet, cause: Cause) => Promise<void>,
  ): Promise<Payment> {
    const author = toAuthor(staff);
    const { row, set } = await lockPayment(trx, staff.organizationId, id, author);
    checkVersion(row, version);
    await step(trx, set, toCause(author, clock));
    const changed = await paymentsRepo(trx).find(staff, id);
    if (changed === undefined) throw noSuchObject();
    return paymentView(changed, staff);
  }

  const inTransaction =
    <Input extends Versioned>(
      step: (trx: Db, set: PaymentSet, cause: Cause, input: Input) => Promise<void>,
    ) =>
    (staff: Staff, id: string, input: Input) =>
      db.transaction().execute((trx) => change(trx, staff, id, input, (...locked) => step(...locked, input)));

  return {
    accept: inTransaction(acceptPayments),
    approve: inTransaction(approvePayments),
    process: inTransaction(processPayments),
    retry: inTransaction(retryPayments),
    fail: inTransaction<Versioned & { reason: string }>((trx, set, cause, { reason }) =>
      markFailed(trx, set, reason, cause),
    ),
    cancel: inTransaction<Cancellation>(async (trx, set, cause, { reason, file_not_uploaded }) => {
      const isConfirmed = file_not_uploaded === true;
      for (const paymentId of getPaymentIds(set))
        await checkNotUploaded(trx, set.organizationId, {
          ...{ subject: { paymentId }, payments: 1, isConfirmed, at: cause.at },
        });
      await cancelPayments(trx, set, reason, cause, isConfirmed);
    }),

    /** Records money of a payment that the bank returned. A repeated call with the same key returns the first response. */
    return(staff: Staff, id: string, input: PaymentReturned, key: string) {
      const call = { organizationId: staff.organizationId, key, call: `mark-returned ${id}`, body: input };
      const { version, ...returned } = input;
      return withIdempotency(db, call, clock(), (trx) =>
        change(trx, staff, id, { version }, (_, set, cause) => markReturned(trx, set, returned, cause)),
      );
    },

    /** Marks a payment as paid. A repeated call with the same key returns the first response. */
    pay(staff: Staff, id: string, input: Transfer, key: string) {
      const call = { organizationId: staff.organizationId, key, call: `mark-paid ${id}`, body: input };
      const { paid_on, external_ref, ...versioned } = input;
      return withIdempotency(db, call, clock(), (trx) =>
        change(trx, staff, id, versioned, (_, set, cause) =>
          markPaid(trx, set, { paid_on, external_ref }, cause),
        ),
      );
    },
  };
}
