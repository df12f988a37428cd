import { machines, type Payment, type PaymentStatus } from '@referral-dashboard/api-contract';
import type { Selectable, Updateable } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import { once } from '../../platform/idempotency.ts';
import { lockPartner } from '../../platform/partner-money.ts';
import type { PaymentsTable } from '../../platform/tables/money.ts';
import { checkMove, checkVersion } from '../../platform/transition.ts';
import type { Staff } from '../../platform/viewer.ts';
import { blockersOf, findDefaultMethod, snapshotOf } from './blockers.ts';
import { paymentsRepo } from './payments.repo.ts';
import { paymentView } from './payments.view.ts';
import { reserveRepo } from './reserve.repo.ts';

export type PaymentMoves = ReturnType<typeof createPaymentMoves>;

type Row = Selectable<PaymentsTable>;
type Seen = { version?: number | undefined };
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

  type Then = (
    trx: Db,
    found: Awaited<ReturnType<typeof locked>>,
    at: Date,
  ) => Promise<Updateable<PaymentsTable>>;

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

  /** Freezes where the money goes. */
  const freeze: Then = async (trx, { row, partner }, at) => {
    const method = await findDefaultMethod(trx, row.organization_id, row.partner_id);
    const standing = { status: partner.status, default_since: method?.default_since ?? null };
    const blockers = blockersOf(standing, at);
    if (blockers.length > 0 || method === undefined) {
      const detail = blockers.map((blocker) => blocker.detail).join(' ');
      throw conflict('blocked', `Выплату нельзя утвердить. ${detail}`, { blockers });
    }
    return { method: JSON.stringify(snapshotOf(method)), approved_at: at, failure_reason: '' };
  };

  return {
    accept: (staff: Staff, id: string, { version }: Seen) =>
      alone(staff, id, { to: 'draft', only: ['requested'], version }),

    approve: (staff: Staff, id: string, { version }: Seen) =>
      alone(staff, id, { to: 'approved', only: ['draft'], version }, freeze),

    process: (staff: Staff, id: string, { version }: Seen) => alone(staff, id, { to: 'processing', version }),

    retry: (staff: Staff, id: string, { version }: Seen) =>
      alone(staff, id, { to: 'approved', only: ['failed'], version }, freeze),

    fail: (staff: Staff, id: string, { reason, version }: Seen & { reason: string }) =>
      alone(staff, id, { to: 'failed', version }, async () => ({ failure_reason: reason })),

    /** Once for a key: the same again gets the same answer. */
    pay(
      staff: Staff,
      id: string,
      given: Seen & { paid_on: string; external_ref: string },
      key: string | undefined,
    ) {
      const { paid_on, external_ref, version } = given;
      const call = { organizationId: staff.organizationId, key, call: `mark-paid ${id}`, body: given };
      return once(db, call, clock(), (trx) =>
        move(trx, staff, id, { to: 'paid', version }, async (_, { row }, at) => {
          const problem = await dayProblem(trx, row, paid_on, at);
          if (problem !== undefined) throw invalid({ paid_on: [problem] });
          await reserveRepo(trx).settle({ organizationId: staff.organizationId, paymentId: id }, at);
          return { paid_on, external_ref, paid_at: at };
        }),
      );
    },

    cancel: (staff: Staff, id: string, { reason, version }: Seen & { reason: string }) =>
      alone(staff, id, { to: 'canceled', version }, async (trx, _, at) => {
        await reserveRepo(trx).release({ organizationId: staff.organizationId, paymentId: id }, at);
        return { cancel_reason: reason };
      }),

    /** Takes accruals out of a payment that is not approved yet. What is left of it makes its sum; nothing left: cancelled. */
    async leave(
      trx: Db,
      from: { organizationId: string; paymentId: string; accruals: readonly string[] },
      cause: Cause,
    ) {
      const { row } = await locked(trx, from.organizationId, from.paymentId);
      await reserveRepo(trx).release(from, cause.at, from.accruals);
      const left = await reserveRepo(trx).total(from);
      if (left > 0) return write(trx, row, { amount_kop: left }, cause);
      await reserveRepo(trx).release(from, cause.at);
      await write(trx, row, { status: 'canceled', cancel_reason: 'Начисления отменены.' }, cause);
    },
  };
}

async function dayProblem(trx: Db, row: Row, day: string, at: Date): Promise<string | undefined> {
  const { time_zone } = await trx
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', row.organization_id)
    .executeTakeFirstOrThrow();
  const dayIn = (moment: Date) => moment.toLocaleDateString('sv-SE', { timeZone: time_zone });
  if (day > dayIn(at)) return 'Дата выплаты еще не наступила.';
  return day < dayIn(row.created_at) ? 'Дата выплаты раньше, чем она сформирована.' : undefined;
}
