import { machines, type Payment, type PaymentStatus } from '@referral-dashboard/api-contract';
import type { Selectable, Updateable } from 'kysely';
import { audit } from '../../domain/audit.ts';
import { alignClaims, lockPartner } from '../../domain/partner-money.ts';
import { checkMove, checkVersion } from '../../domain/transitions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PaymentsTable } from '../../platform/db/tables/money.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import { once } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import {
  belowMinimum,
  blockersOf,
  findDefaultMethod,
  type Method,
  missingTo,
  snapshotOf,
  standingBlockers,
} from './blockers.ts';
import { paymentsRepo } from './payments.repo.ts';
import { paymentView } from './payments.view.ts';
import { reserveRepo } from './reserve.repo.ts';

export type PaymentMoves = ReturnType<typeof createPaymentMoves>;

type Row = Selectable<PaymentsTable>;
type Seen = { version?: number | undefined };
type PaymentOf = { organizationId: string; paymentId: string };
type Cause = { actorId: string | null; requestId: string; at: Date };

/** The way of a payment after it was formed. */
export function createPaymentMoves(db: Db, clock: Clock) {
  /** The payment, with its partner's money locked before it. */
  async function locked(trx: Db, organizationId: string, id: string) {
    const known = await trx
      .selectFrom('payments')
      .select('partner_id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (known === undefined) throw noSuchObject();
    const partner = await lockPartner(trx, organizationId, known.partner_id);
    const row = await paymentsRepo(trx).findLocked(organizationId, id);
    if (row === undefined || partner === undefined) throw noSuchObject();
    return { row, partner };
  }

  async function write(
    trx: Db,
    row: Row,
    change: Updateable<PaymentsTable>,
    { actorId, requestId, at }: Cause,
  ) {
    const { organization_id: organizationId, id, status: from } = row;
    await paymentsRepo(trx).update(organizationId, id, { ...change, updated_at: at });
    const { method: _, ...said } = change;
    await audit(trx, {
      ...{ organizationId, actorId, requestId, at, kind: 'payment', objectId: id },
      action: `payment.${change.status ?? 'update'}`,
      diff: { from, ...said },
    });
  }

  type Found = Awaited<ReturnType<typeof locked>>;
  type Then = (trx: Db, found: Found, at: Date) => Promise<Updateable<PaymentsTable>>;

  async function move(
    trx: Db,
    staff: Staff,
    id: string,
    { to, only, version }: Seen & { to: PaymentStatus; only?: readonly PaymentStatus[] },
    then: Then = async () => ({}),
  ): Promise<Payment> {
    const { organizationId, userId, requestId } = staff;
    const found = await locked(trx, organizationId, id);
    checkVersion(found.row, version);
    checkMove(machines.payment, found.row.status, to, only);
    const at = clock();
    const change = await then(trx, found, at);
    await write(trx, found.row, { ...change, status: to }, { actorId: userId, requestId, at });
    const row = await paymentsRepo(trx).find(staff, id);
    if (row === undefined) throw noSuchObject();
    return paymentView(row);
  }
  const alone = (...given: Parameters<typeof move> extends [Db, ...infer Rest] ? Rest : never) =>
    db.transaction().execute((trx) => move(trx, ...given));

  /** All that keeps a payment from going on. Where its money goes is asked until that is frozen. */
  async function checkUnblocked(trx: Db, { row, partner }: Found, at: Date, method?: Method | null) {
    const { default_min_payout_kop } = await organizationOf(trx, row.organization_id);
    const standing = { status: partner.status, default_since: method?.default_since ?? null };
    const blockers = method === undefined ? standingBlockers(standing) : blockersOf(standing, at);
    const minimum = partner.min_payout_kop ?? default_min_payout_kop;
    const missing_kop = missingTo(minimum, row.amount_kop);
    if (missing_kop > 0) blockers.push(belowMinimum(minimum, missing_kop));
    if (blockers.length === 0) return;
    const [code, more] = blockers.every((blocker) => blocker.code === 'below_minimum')
      ? (['below_minimum', { blockers, missing_kop }] as const)
      : (['blocked', { blockers }] as const);
    throw conflict(
      code,
      `С выплатой нельзя продолжить. ${blockers.map(({ detail }) => detail).join(' ')}`,
      more,
    );
  }

  /** Freezes where the money goes. */
  const freeze: Then = async (trx, found, at) => {
    const { row } = found;
    const method = await findDefaultMethod(trx, row.organization_id, row.partner_id);
    await checkUnblocked(trx, found, at, method ?? null);
    if (method === undefined) throw new Error('a payment without a method passed its check');
    return { method: JSON.stringify(snapshotOf(method)), approved_at: at, failure_reason: '' };
  };

  /** The method is frozen: its later changes are not this payment's. */
  const goOn: Then = async (trx, found, at) => {
    await checkUnblocked(trx, found, at);
    return {};
  };

  /** Gives back what a payment that is not approved holds and cannot pay. */
  async function resum(trx: Db, row: Row, cause: Cause) {
    const of = { organizationId: row.organization_id, paymentId: row.id };
    const left = await reserveRepo(trx).total(of);
    if (left > 0) return write(trx, row, { amount_kop: left }, cause);
    await reserveRepo(trx).release(of, cause.at);
    await alignClaims(trx, { organizationId: row.organization_id, partnerId: row.partner_id }, cause);
    await write(trx, row, { status: 'canceled', cancel_reason: 'Начисления отменены.' }, cause);
  }

  return {
    accept: (staff: Staff, id: string, { version }: Seen) =>
      alone(staff, id, { to: 'draft', only: ['requested'], version }, goOn),

    approve: (staff: Staff, id: string, { version }: Seen) =>
      alone(staff, id, { to: 'approved', only: ['draft'], version }, freeze),

    process: (staff: Staff, id: string, { version }: Seen) =>
      alone(staff, id, { to: 'processing', version }, goOn),

    retry: (staff: Staff, id: string, { version }: Seen) =>
      alone(staff, id, { to: 'approved', only: ['failed'], version }, freeze),

    fail: (staff: Staff, id: string, { reason, version }: Seen & { reason: string }) =>
      alone(staff, id, { to: 'failed', version }, async () => ({ failure_reason: reason })),

    /** Once for a key: the same again gets the same answer. */
    pay(staff: Staff, id: string, given: Seen & { paid_on: string; external_ref: string }, key: string) {
      const { paid_on, external_ref, version } = given;
      const call = { organizationId: staff.organizationId, key, call: `mark-paid ${id}`, body: given };
      return once(db, call, clock(), (trx) =>
        move(trx, staff, id, { to: 'paid', version }, async (_, found, at) => {
          const { row } = found;
          await checkUnblocked(trx, found, at);
          const problem = await dayProblem(trx, row, paid_on, at);
          if (problem !== undefined) throw invalid({ paid_on: [problem] });
          await reserveRepo(trx).settle({ organizationId: staff.organizationId, paymentId: id }, at);
          return { paid_on, external_ref, paid_at: at };
        }),
      );
    },

    cancel: (staff: Staff, id: string, { reason, version }: Seen & { reason: string }) =>
      alone(staff, id, { to: 'canceled', version }, async (trx, { row }, at) => {
        const { organizationId, userId: actorId, requestId } = staff;
        await reserveRepo(trx).release({ organizationId, paymentId: id }, at);
        await alignClaims(trx, { organizationId, partnerId: row.partner_id }, { actorId, requestId, at });
        return { cancel_reason: reason };
      }),

    /** For whoever changes accruals that a payment holds before it is approved. What is left makes its sum; nothing left: cancelled. */
    open: {
      async leave(trx: Db, from: PaymentOf & { accruals: readonly string[] }, cause: Cause) {
        const { row } = await locked(trx, from.organizationId, from.paymentId);
        await reserveRepo(trx).release(from, cause.at, from.accruals);
        await resum(trx, row, cause);
      },

      async join(trx: Db, to: PaymentOf & { accrual: string }, cause: Cause) {
        const { row } = await locked(trx, to.organizationId, to.paymentId);
        await reserveRepo(trx).add(to, to.accrual, cause.at);
        await resum(trx, row, cause);
      },
    },
  };
}

const organizationOf = (trx: Db, id: string) =>
  trx
    .selectFrom('organizations')
    .select(['time_zone', 'default_min_payout_kop'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function dayProblem(trx: Db, row: Row, day: string, at: Date): Promise<string | undefined> {
  const { time_zone } = await organizationOf(trx, row.organization_id);
  const dayIn = (moment: Date) => moment.toLocaleDateString('sv-SE', { timeZone: time_zone });
  if (day > dayIn(at)) return 'Дата выплаты еще не наступила.';
  return day < dayIn(row.created_at) ? 'Дата выплаты раньше, чем она сформирована.' : undefined;
}
