import { type Payment, type PaymentStatus, stateMachines } from '@referral-dashboard/api-contract';
import type { Selectable, Updateable } from 'kysely';
import { checkTransition, checkVersion } from '../../database/rules/transitions.ts';
import type { PaymentsTable } from '../../database/tables/money.ts';
import { type PaymentTerms, paymentTermsOf } from '../../organization/index.ts';
import { type Clock, dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import { withIdempotency } from '../../platform/http/limits/idempotency.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { notifyPayment } from '../money-messages.ts';
import {
  belowMinimum,
  findDefaultMethod,
  type Method,
  methodBlockers,
  missingTo,
  snapshotOf,
  standingBlockers,
} from '../payable/blockers.ts';
import { findTaxStandings, type TaxStanding } from '../tax-status/standing.ts';
import { taxesOf } from '../taxes/freeze-taxes.ts';
import { changePayment, lockPayment, releaseAccruals } from './open-payments.ts';
import { paymentsRepo } from './payments.repo.ts';
import { paymentView } from './payments.view.ts';
import { purposeFor } from './purpose.ts';
import { reserveRepo } from './reserve.repo.ts';
import { contributedPayments, secondApproverReason } from './second-approver.ts';

export type PaymentTransitions = ReturnType<typeof createPaymentTransitions>;

type Row = Selectable<PaymentsTable>;
type Versioned = { version?: number | undefined };
type Transfer = Versioned & { paid_on: string; external_ref: string };
type Transition = Versioned & { to: PaymentStatus; only?: readonly PaymentStatus[] };

/** Status changes of a payment after it is formed. */
export function createPaymentTransitions(db: Db, clock: Clock) {
  type Found = PaymentFound;
  type Then = (trx: Db, found: Found, at: Date) => Promise<Updateable<PaymentsTable>>;

  async function move(
    trx: Db,
    staff: Staff,
    id: string,
    { to, only, version }: Transition,
    then: Then = async () => ({}),
  ): Promise<void> {
    const { organizationId, userId, requestId } = staff;
    const found = await lockPayment(trx, { organizationId, paymentId: id });
    checkVersion(found.row, version);
    checkTransition(stateMachines.payment, found.row.status, to, only);
    const at = clock();
    const change = await then(trx, found, at);
    const cause = { actorId: userId, requestId, at };
    await changePayment(trx, found.row, { ...change, status: to }, cause);
    if (to === 'paid' || to === 'failed')
      await notifyPayment(trx, `payment_${to}`, { organizationId, paymentId: id }, cause);
  }
  async function readPayment(trx: Db, staff: Staff, id: string): Promise<Payment> {
    const row = await paymentsRepo(trx).find(staff, id);
    if (row === undefined) throw noSuchObject();
    return paymentView(row, staff);
  }
  /** Runs a status change of one payment in a separate transaction. */
  const inTransaction = (staff: Staff, id: string, step: (trx: Db) => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      await step(trx);
      return readPayment(trx, staff, id);
    });

  /** Returns the payment terms and the tax standing that blockers depend on. */
  async function readTerms(trx: Db, { row: { organization_id, partner_id } }: Found, at: Date) {
    const organization = await paymentTermsOf(trx, organization_id);
    const tax = (await findTaxStandings(trx, organization_id, [partner_id], at)).get(partner_id);
    if (tax === undefined) throw new Error('a payment has no partner');
    return { organization, tax };
  }

  /** Checks an approval and freezes the payout method, the taxes and the purpose. */
  const freeze =
    (staff: Staff): Then =>
    async (trx, found, at) => {
      const { row, partner } = found;
      const { organization, tax } = await readTerms(trx, found, at);
      const contributed = await contributedPayments(trx, staff, organization, [row.id]);
      const reason = secondApproverReason(row, { organization, staff, contributed });
      if (reason !== undefined)
        throw conflict('four_eyes', `${reason}. Утвердить ее должен другой сотрудник.`);
      const method = await findDefaultMethod(trx, row.organization_id, row.partner_id);
      checkNothingBlocks(paymentBlockers(found, { organization, tax, method: method ?? null }, at));
      if (method === undefined) throw new Error('a payment without a method passed its check');
      const { number, amount_kop, organization_id: organizationId, id } = row;
      const approval = { organizationId, time_zone: organization.time_zone, at };
      const taxes = (await taxesOf(trx, approval, [found])).get(id);
      return {
        method: JSON.stringify(snapshotOf(method, partner)),
        taxes: taxes === undefined ? null : JSON.stringify(taxes),
        purpose: purposeFor(organization, partner, { number, amount_kop, at }),
        approved_at: at,
        failure_reason: '',
      };
    };

  /** Checks the blockers except the payout method, which approval checks and freezes. */
  const checkBlockers: Then = async (trx, found, at) => {
    checkNothingBlocks(
      paymentBlockers(found, { ...(await readTerms(trx, found, at)), method: undefined }, at),
    );
    return {};
  };

  /** Status changes of a payment within the transaction of the caller. */
  const steps = {
    accept: (trx: Db, staff: Staff, id: string, { version }: Versioned) =>
      move(trx, staff, id, { to: 'draft', only: ['requested'], version }, async (...found) => ({
        ...(await checkBlockers(...found)),
        formed_by: staff.userId,
      })),

    approve: (trx: Db, staff: Staff, id: string, { version }: Versioned) =>
      move(trx, staff, id, { to: 'approved', only: ['draft'], version }, freeze(staff)),

    process: (trx: Db, staff: Staff, id: string, { version }: Versioned) =>
      move(trx, staff, id, { to: 'processing', version }, checkBlockers),

    retry: (trx: Db, staff: Staff, id: string, { version }: Versioned) =>
      move(trx, staff, id, { to: 'approved', only: ['failed'], version }, freeze(staff)),

    fail: (trx: Db, staff: Staff, id: string, { reason, ...seen }: Versioned & { reason: string }) =>
      move(trx, staff, id, { to: 'failed', ...seen }, async () => ({ failure_reason: reason })),

    pay: (
      trx: Db,
      staff: Staff,
      id: string,
      { paid_on, external_ref, isInStatement = false, ...seen }: Transfer & { isInStatement?: boolean },
    ) =>
      move(trx, staff, id, { to: 'paid', ...seen }, async (_, found, at) => {
        const organization = await paymentTermsOf(trx, staff.organizationId);
        // Blockers apply only to unsent payments. A payment in processing or in a statement is already transferred.
        if (found.row.status === 'approved' && !isInStatement)
          checkNothingBlocks(paymentBlockers(found, { organization, tax: undefined, method: undefined }, at));
        checkDay(found.row, organization, paid_on, at);
        await reserveRepo(trx).settle(staff.organizationId, [id], at);
        return { paid_on, external_ref, paid_at: at };
      }),

    cancel: (trx: Db, staff: Staff, id: string, { reason, version }: Versioned & { reason: string }) =>
      move(trx, staff, id, { to: 'canceled', version }, async (_, { row }, at) => {
        await releaseAccruals(trx, row, { actorId: staff.userId, requestId: staff.requestId, at });
        return { cancel_reason: reason };
      }),
  };
  const inOwnTransaction =
    <Given>(step: (trx: Db, staff: Staff, id: string, given: Given) => Promise<void>) =>
    (staff: Staff, id: string, given: Given) =>
      inTransaction(staff, id, (trx) => step(trx, staff, id, given));

  return {
    steps,
    accept: inOwnTransaction(steps.accept),
    approve: inOwnTransaction<Versioned>(steps.approve),
    process: inOwnTransaction<Versioned>(steps.process),
    retry: inOwnTransaction<Versioned>(steps.retry),
    fail: inOwnTransaction(steps.fail),
    cancel: inOwnTransaction(steps.cancel),

    /** Marks a payment as paid. A repeated call with the same key returns the first response. */
    pay(staff: Staff, id: string, given: Transfer, key: string) {
      const call = { organizationId: staff.organizationId, key, call: `mark-paid ${id}`, body: given };
      return withIdempotency(db, call, clock(), async (trx) => {
        await steps.pay(trx, staff, id, given);
        return readPayment(trx, staff, id);
      });
    },
  };
}

type PaymentFound = Awaited<ReturnType<typeof lockPayment>>;

type BlockerSources = {
  organization: PaymentTerms;
  /** Undefined for a payment that may already be at the bank: taxes do not block it. */
  tax: TaxStanding | null | undefined;
  /** Null when the partner has no method. Undefined skips the check of the method. */
  method: Method | null | undefined;
};

/** Returns the blockers of a payment and the kopecks missing to the minimum. A final payment ignores the partner status and the minimum. */
export function paymentBlockers(
  { row, partner }: PaymentFound,
  { organization, tax, method }: BlockerSources,
  at: Date,
) {
  const { min_payout_kop } = partner;
  const status = row.is_final ? 'active' : partner.status;
  // Approval decides on withholding. Disabling it later does not block an approved payment.
  const isDecided = tax?.kind === 'individual' && row.status === 'approved';
  const blockers = standingBlockers(tax === undefined || isDecided ? { status } : { status, tax });
  if (method !== undefined) blockers.push(...methodBlockers(method, organization.time_zone, at));
  const minimum = row.is_final ? 0 : (min_payout_kop ?? organization.default_min_payout_kop);
  const missing_kop = missingTo(minimum, row.amount_kop);
  if (missing_kop > 0) blockers.push(belowMinimum(minimum, missing_kop));
  return { missing_kop, blockers };
}

/** @throws ApiError 409 with the blockers, when a payment has any. */
export function checkNothingBlocks({ missing_kop, blockers }: ReturnType<typeof paymentBlockers>) {
  if (blockers.length === 0) return;
  const [code, more] = blockers.every((blocker) => blocker.code === 'below_minimum')
    ? (['below_minimum', { blockers, missing_kop }] as const)
    : (['blocked', { blockers }] as const);
  const details = blockers.map(({ detail }) => detail).join(' ');
  throw conflict(code, `С выплатой нельзя продолжить. ${details}`, more);
}

/** @throws ApiError 400 for a day before the creation of the payment or in the future, in the time zone of the organization. */
export function checkDay(row: Pick<Row, 'created_at'>, { time_zone }: PaymentTerms, day: string, at: Date) {
  if (day > dayIn(at, time_zone)) throw invalid({ paid_on: ['Дата выплаты еще не наступила.'] });
  if (day < dayIn(row.created_at, time_zone))
    throw invalid({ paid_on: ['Дата выплаты раньше, чем она сформирована.'] });
}
