import { randomUUIDv7 } from 'node:crypto';
import {
  type NewPayment,
  type Payment,
  type PaymentExportQuery,
  type PaymentFilters,
  type PaymentQuery,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { audit } from '../../domain/audit.ts';
import { countsAndSums } from '../../domain/counts.ts';
import { tellOfPayment } from '../../domain/messages/money.ts';
import { nextNumber } from '../../domain/numbers.ts';
import { lockPartner, releaseHolds } from '../../domain/partner-money.ts';
import { belowMinimum, missingTo } from '../../domain/payments/blockers.ts';
import { purposeNow } from '../../domain/payments/purpose.ts';
import { reserveRepo } from '../../domain/payments/reserve.repo.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import { zoned } from '../../platform/export/columns.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import { withIdempotency } from '../../platform/http/idempotency.ts';
import type { PartnerViewer, Staff, Viewer } from '../../platform/http/viewer.ts';
import { paymentSheet } from './payment-sheets.ts';
import { paymentsRepo } from './payments.repo.ts';
import { paymentView } from './payments.view.ts';

export type PaymentsService = ReturnType<typeof createPaymentsService>;

type Forming = {
  organizationId: string;
  partnerId: string;
  named: readonly string[] | undefined;
  requested: boolean;
};

/** Told to the second of two who form one payment. */
const NOTHING_DUE =
  'Платить нечего: доступных начислений нет. Возможно, они уже вошли в другую выплату. Посмотрите на вкладке «Выплаты».';

export function createPaymentsService(db: Db, clock: Clock) {
  const get = async (trx: Db, viewer: Viewer, id: string): Promise<Payment> => {
    const row = await paymentsRepo(trx).find(viewer, id);
    if (row === undefined) throw noSuchObject();
    return paymentView(row, viewer);
  };

  /** Freezes what is available into a payment. The server alone computes the sum. */
  async function form(trx: Db, viewer: Viewer, { organizationId, partnerId, named, requested }: Forming) {
    const at = clock();
    const partner = await lockPartner(trx, organizationId, partnerId);
    if (partner === undefined) throw invalid({ partner: ['Партнер не найден.'] });
    await releaseHolds(trx, organizationId, partnerId, at);
    const choice = { organizationId, partnerId, named };
    const { accruals, amount_kop, ...found } = await reserveRepo(trx).chosen(choice);
    if (found.named < new Set(named).size) {
      throw conflict('count_mismatch', 'Часть начислений уже недоступна к выплате. Обновите страницу.');
    }
    const organization = await trx
      .selectFrom('organizations')
      .select('default_min_payout_kop')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow();
    const minimum = partner.min_payout_kop ?? organization.default_min_payout_kop;
    const missing = missingTo(minimum, amount_kop);
    if (missing > 0) {
      const detail = accruals === 0 ? NOTHING_DUE : belowMinimum(minimum, missing).detail;
      throw conflict('below_minimum', detail, { missing_kop: missing });
    }
    const id = randomUUIDv7();
    const status = requested ? ('requested' as const) : ('draft' as const);
    await paymentsRepo(trx).insert({
      organization_id: organizationId,
      id,
      partner_id: partnerId,
      status,
      amount_kop,
      requested,
      number: null,
      purpose: null,
      method: null,
      created_by: viewer.userId,
      formed_by: requested ? null : viewer.userId,
      created_at: at,
      updated_at: at,
      approved_at: null,
      paid_at: null,
      paid_on: null,
    });
    await reserveRepo(trx).reserve(choice, id, at);
    await audit(trx, {
      organizationId,
      actorId: viewer.userId,
      requestId: viewer.requestId,
      at,
      action: 'payment.create',
      kind: 'payment',
      objectId: id,
      diff: { status, amount_kop, accruals },
    });
    // Last of all: whoever forms a payment for another partner waits from here to the commit.
    const number = await nextNumber(trx, organizationId, 'payment');
    await paymentsRepo(trx).name(organizationId, id, {
      number,
      purpose: await purposeNow(trx, { organizationId, partnerId, number, amount_kop, at }),
    });
    if (requested) {
      const cause = { actorId: viewer.userId, requestId: viewer.requestId, at };
      await tellOfPayment(trx, 'payment_requested', { organizationId, paymentId: id }, cause);
    }
    return get(trx, viewer, id);
  }

  return {
    async list(viewer: Viewer, query: PaymentQuery) {
      const page = await paymentsRepo(db).page(viewer, query);
      return { ...page, results: page.results.map((row) => paymentView(row, viewer)) };
    },

    counts: async (viewer: Viewer, filters: PaymentFilters) =>
      countsAndSums(stateMachines.payment, await paymentsRepo(db).counts(viewer, filters)),

    export: (viewer: Viewer, query: PaymentExportQuery) => ({
      sheet: paymentSheet(viewer.role),
      read: withSnapshot(
        db,
        paymentsRepo(db).all(viewer, query),
        zoned((row) => paymentView(row, viewer)),
      ),
    }),

    get: (viewer: Viewer, id: string) => get(db, viewer, id),

    create: (staff: Staff, given: NewPayment, key: string | undefined) => {
      const { organizationId } = staff;
      const { partner: partnerId, accruals: named } = given;
      return withIdempotency(db, { organizationId, key, call: 'create', body: given }, clock(), (trx) =>
        form(trx, staff, { organizationId, partnerId, named, requested: false }),
      );
    },

    /** A partner asks for all that is available on one of its cards. */
    async request(viewer: PartnerViewer, cardId: string, key: string | undefined) {
      const card = await db
        .selectFrom('partners')
        .select('organization_id')
        .where('id', '=', cardId)
        .where('user_id', '=', viewer.userId)
        .executeTakeFirst();
      if (card === undefined) throw invalid({ partner: ['Партнер не найден.'] });
      const { organization_id: organizationId } = card;
      const call = { organizationId, key, call: `request ${viewer.userId}`, body: cardId };
      return withIdempotency(db, call, clock(), (trx) =>
        form(trx, viewer, { organizationId, partnerId: cardId, named: undefined, requested: true }),
      );
    },
  };
}
