import {
  computeUntransferred,
  type NewPayment,
  type Payment,
  type PaymentExportQuery,
  type PaymentFilters,
  type PaymentItemQuery,
  type PaymentQuery,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { createDownloadJournal, toAuthor } from '../../audit/index.ts';
import { statusCounts } from '../../database/figures/counts.ts';
import { readsRequisites } from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import { inTimeZone } from '../../platform/export/columns.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import { withIdempotency } from '../../platform/http/limits/idempotency.ts';
import type { PartnerViewer, Staff, Viewer } from '../../platform/http/viewer.ts';
import { renderQr } from '../../platform/qr.ts';
import { actOfPayment } from '../acts/act-of-payment.ts';
import { paymentCode } from '../bank-files/payment-qr.ts';
import { findLastDownload, keepFile } from '../kept-files/kept-files.repo.ts';
import { findDefaultMethod, toMethodSnapshot } from '../payable/blockers.ts';
import { payeeFor } from '../payable/payee-columns.ts';
import { computeTaxes } from '../taxes/freeze-taxes.ts';
import { transfersOfPayment } from '../transfers/payment-transfers.ts';
import { formPayment, type PaymentSpec } from './form-payment.ts';
import { findAttempts, findItems } from './payment-history.ts';
import { paymentSheet } from './payment-sheets.ts';
import { paymentRows, paymentsRepo } from './payments.repo.ts';
import { paymentView, withholdingView } from './payments.view.ts';
import { purposeOfTransfer } from './purpose.ts';

export type PaymentsService = ReturnType<typeof createPaymentsService>;

export function createPaymentsService(db: Db, clock: Clock) {
  const get = async (trx: Db, viewer: Viewer, id: string): Promise<Payment> => {
    const row = await paymentsRepo(trx).find(viewer, id);
    if (row === undefined) throw noSuchObject();
    return paymentView(row, viewer);
  };

  async function buildQr(trx: Db, staff: Staff, id: string, at: Date) {
    const saved = await get(trx, staff, id);
    const payment = { ...saved, ...(await expectedTaxes(trx, saved, staff, at)) };
    const method = await findRequisites(trx, payment);
    if (method?.kind !== 'bank_account')
      throw conflict('blocked', 'Код для оплаты бывает только у выплаты на расчетный счет.');
    const amount_kop = computeUntransferred(payment);
    if (amount_kop === 0) throw conflict('closed', 'Банк уже перевел деньги по этой выплате.');
    const code = paymentCode({ amount_kop, purpose: purposeOfTransfer(payment), method });
    return { code, number: payment.number };
  }

  async function form(trx: Db, viewer: Viewer, payment: PaymentSpec) {
    return get(trx, viewer, await formPayment(trx, payment, toAuthor(viewer), clock));
  }

  return {
    async list(viewer: Viewer, query: PaymentQuery) {
      const page = await paymentsRepo(db).page(viewer, query);
      return { ...page, results: page.results.map((row) => paymentView(row, viewer)) };
    },

    counts: async (viewer: Viewer, filters: PaymentFilters) =>
      statusCounts(stateMachines.payment, await paymentsRepo(db).counts(viewer, filters)),

    export: (viewer: Viewer, query: PaymentExportQuery) => ({
      sheet: paymentSheet(viewer.role),
      read: withSnapshot(
        db,
        paymentsRepo(db).all(viewer, query),
        inTimeZone((row) => ({ ...paymentView(row, viewer), ...payeeFor(row, viewer) })),
      ),
    }),

    /** Returns payments by id. */
    async byIds(viewer: Viewer, ids: readonly string[]) {
      const rows = await paymentRows(db, viewer).where(sql<boolean>`pay.id = any(${ids}::uuid[])`).execute();
      return new Map(rows.map((row) => [row.id, paymentView(row, viewer)]));
    },

    async withRequisites(viewer: Viewer, id: string) {
      const payment = await get(db, viewer, id);
      const requisites = readsRequisites(viewer) ? await findRequisites(db, payment) : null;
      const { act, without_act } = await actOfPayment(db, payment.organization.id, id);
      return {
        ...payment,
        ...(await expectedTaxes(db, payment, viewer, clock())),
        requisites,
        transfers:
          viewer.role === 'organization' ? await transfersOfPayment(db, payment.organization.id, id) : null,
        act,
        without_act: viewer.role === 'organization' ? without_act : null,
        last_download:
          viewer.role === 'organization'
            ? await findLastDownload(db, payment.organization.id, { paymentId: id })
            : null,
      };
    },

    async attempts(viewer: Viewer, id: string) {
      const { organization } = await get(db, viewer, id);
      return { results: await findAttempts(db, viewer, { organizationId: organization.id, id }) };
    },

    async items(viewer: Viewer, id: string, query: PaymentItemQuery) {
      const { organization } = await get(db, viewer, id);
      return findItems(db, { organizationId: organization.id, id }, query);
    },

    /**
     * Returns the QR code for what the bank has still to transfer, and records it as a download. @throws ApiError 409 for a payment that does not go to a bank account, or
     * that the bank has transferred.
     */
    qr: (staff: Staff, id: string) =>
      db.transaction().execute(async (trx) => {
        // A concurrent cancellation waits.
        await sql`select from payments where organization_id = ${staff.organizationId} and id = ${id} for share`.execute(
          trx,
        );
        const at = clock();
        const { code, number } = await buildQr(trx, staff, id, at);
        const content = await renderQr(code);
        const file = { name: `Код для оплаты ${number}.svg`, latinName: 'payment-code.svg' };
        const download = { format: 'qr', registryId: null, payments: [id] } as const;
        const kept = { ...file, ...download, type: 'image/svg+xml', content: Buffer.from(content) };
        await keepFile(trx, staff, kept, at);
        await createDownloadJournal(trx, () => at)(staff, {
          ...{ object: { kind: 'payment', id }, list: 'Код для оплаты', format: 'qr', rows: 1 },
        });
        return content;
      }),

    create: (staff: Staff, input: NewPayment, key: string | undefined) => {
      const { organizationId } = staff;
      const { partner: partnerId, accruals: accrualIds, is_final: isFinal } = input;
      return withIdempotency(db, { organizationId, key, call: 'create', body: input }, clock(), (trx) =>
        form(trx, staff, { organizationId, partnerId, accrualIds, requested: false, isFinal }),
      );
    },

    /** Creates a payment request of a partner for all available accruals of one of its cards. */
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
        form(trx, viewer, { organizationId, partnerId: cardId, accrualIds: undefined, requested: true }),
      );
    },
  };
}

/** Returns the taxes of a payment as an approval would compute them now; empty after approval. */
async function expectedTaxes(
  db: Db,
  { id, organization, partner, amount_kop, status }: Payment,
  viewer: Viewer,
  at: Date,
) {
  if (status !== 'requested' && status !== 'draft') return {};
  const { time_zone, withholds_tax_since, ...payee } = await db
    .selectFrom('partners as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.kind', 'p.tax_residence', 'o.time_zone', 'o.withholds_tax_since'])
    .where('p.organization_id', '=', organization.id)
    .where('p.id', '=', partner.id)
    .executeTakeFirstOrThrow();
  if (withholds_tax_since === null) return {};
  const row = { id, partner_id: partner.id, amount_kop };
  const approval = { organizationId: organization.id, time_zone, at };
  const taxes = (await computeTaxes(db, approval, [{ row, partner: payee }])).get(id);
  return taxes === undefined ? {} : { tax_kop: taxes.tax_kop, withholding: withholdingView(taxes, viewer) };
}

/** Returns the requisites of a payment: the current ones of the partner before approval, the frozen ones after it. */
async function findRequisites(db: Db, { organization, partner, method, status }: Payment) {
  if (method !== null || status === 'canceled') return method;
  const current = await findDefaultMethod(db, organization.id, partner.id);
  if (current === undefined) return null;
  const card = await db
    .selectFrom('partners')
    .select(['kind', 'last_name', 'first_name', 'father_name', 'company_name', 'inn'])
    .where('organization_id', '=', organization.id)
    .where('id', '=', partner.id)
    .executeTakeFirstOrThrow();
  return toMethodSnapshot(current, card);
}
