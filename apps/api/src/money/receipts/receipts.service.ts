import {
  type NewReceipt,
  parseReceipt,
  RECEIPT_STATUS_LABELS,
  REMINDER_NAMES,
  type ReceiptExportQuery,
  type ReceiptFilters,
  type ReceiptQuery,
  type Reminders,
} from '@referral-dashboard/api-contract';
import { audit, toAuthor, toCause } from '../../audit/index.ts';
import { toStatusCounts } from '../../database/figures/counts.ts';
import { notify } from '../../messages/index.ts';
import { findTimeZone } from '../../organization/index.ts';
import { type Clock, dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { mapUniqueViolation } from '../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import { inTimeZone } from '../../platform/export/columns.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { formatDay } from '../../platform/russian-format.ts';
import { receiptSheet } from './receipt-sheet.ts';
import { receiptsRepo } from './receipts.repo.ts';
import { receiptView } from './receipts.view.ts';

const duplicateReceipt = () => invalid({ receipt: ['Этот чек уже указан для другой выплаты.'] });

type Owing = Awaited<ReturnType<ReturnType<typeof receiptsRepo>['owing']>>;

const toReminderGroup = (owing: Owing) => ({
  count: owing.length,
  partners: owing.slice(0, REMINDER_NAMES).map(({ id, name }) => ({ id, name })),
});

const groupOwing = (owing: Owing): Reminders => ({
  remindable: toReminderGroup(owing.filter((one) => one.can_sign_in && !one.was_reminded)),
  reminded_today: toReminderGroup(owing.filter((one) => one.can_sign_in && one.was_reminded)),
  without_sign_in: toReminderGroup(owing.filter((one) => !one.can_sign_in)),
});

/** Receipts that self-employed partners owe for payments. */
export function createReceiptsService(db: Db, clock: Clock) {
  const find = async (trx: Db, viewer: Viewer, paymentId: string) => {
    const row = await receiptsRepo(trx, clock()).find(viewer, paymentId);
    if (row === undefined) throw noSuchObject();
    return row;
  };

  return {
    async list(viewer: Viewer, query: ReceiptQuery) {
      const page = await receiptsRepo(db, clock()).page(viewer, query);
      return { ...page, results: page.results.map(receiptView) };
    },

    async counts(viewer: Viewer, filters: ReceiptFilters) {
      const counted = await receiptsRepo(db, clock()).counts(viewer, filters);
      return toStatusCounts({ labels: RECEIPT_STATUS_LABELS }, counted);
    },

    export: (staff: Staff, query: ReceiptExportQuery) => ({
      sheet: receiptSheet,
      read: withSnapshot(db, receiptsRepo(db, clock()).all(staff, query), inTimeZone(receiptView)),
    }),

    /**
     * Stores the receipt of a payment.
     *
     * @throws ApiError 400 for a receipt of another payment, 404, 409 when the payment already has another receipt.
     */
    give: (viewer: Viewer, paymentId: string, { receipt }: NewReceipt) =>
      db.transaction().execute(async (trx) => {
        const { organization_id } = await find(trx, viewer, paymentId);
        await trx
          .selectFrom('receipts')
          .select('payment_id')
          .where('organization_id', '=', organization_id)
          .where('payment_id', '=', paymentId)
          .forUpdate()
          .execute();
        const row = await find(trx, viewer, paymentId);
        const parsed = parseReceipt(receipt);
        if (parsed === null) throw new Error('an invalid receipt passed validation');
        if (row.status === 'received') {
          if (row.number === parsed.number) return receiptView(row);
          throw conflict('in_use', 'Чек по этой выплате уже получен.');
        }
        if (row.status === 'to_annul' || row.status === 'closed')
          throw conflict('closed', 'Банк вернул эту выплату: чек по ней не нужен.');
        const at = clock();
        const isForeign = parsed.inn !== '' && row.inn !== '' && parsed.inn !== row.inn;
        const status = isForeign ? ('mismatched' as const) : ('received' as const);
        const problem = isForeign ? 'В чеке другой ИНН: он выдан не этим партнером.' : '';
        const change = { status, problem, number: parsed.number, link_inn: parsed.inn };
        await mapUniqueViolation('receipts_number', duplicateReceipt, () =>
          receiptsRepo(trx, at).give(row, { ...change, check_at: isForeign ? null : at }),
        );
        await audit(trx, {
          at,
          organizationId: organization_id,
          actorId: viewer.userId,
          requestId: viewer.requestId,
          action: 'payment.receipt',
          kind: 'payment',
          objectId: paymentId,
          diff: {
            changed: ['receipt'],
            before: { receipt: row.status, receipt_number: row.number },
            after: { receipt: status, receipt_number: parsed.number },
            reason: problem,
          },
        });
        return receiptView(await find(trx, viewer, paymentId));
      }),

    /** Records that the partner has annulled the receipt of a returned payment. @throws ApiError 404, 409 for another receipt. */
    close: (staff: Staff, paymentId: string) =>
      db.transaction().execute(async (trx) => {
        const { organization_id } = await find(trx, staff, paymentId);
        const { numUpdatedRows } = await trx
          .updateTable('receipts')
          .set({ status: 'closed', check_at: null, lease: null, leased_until: null })
          .where('organization_id', '=', organization_id)
          .where('payment_id', '=', paymentId)
          .where('status', '=', 'to_annul')
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) throw conflict('closed', 'Этот чек не нужно аннулировать.');
        await audit(trx, {
          at: clock(),
          organizationId: organization_id,
          actorId: staff.userId,
          requestId: staff.requestId,
          action: 'payment.receipt-closed',
          kind: 'payment',
          objectId: paymentId,
          diff: { changed: ['receipt'], before: { receipt: 'to_annul' }, after: { receipt: 'closed' } },
        });
        return receiptView(await find(trx, staff, paymentId));
      }),

    /** Partners with missing receipts, by whether a reminder reaches them now. */
    async reminders({ organizationId }: Staff): Promise<Reminders> {
      const day = dayIn(clock(), await findTimeZone(db, organizationId));
      return groupOwing(await receiptsRepo(db, clock()).owing(organizationId, day));
    },

    /** Reminds all partners with missing receipts, each at most once a day. */
    remind: (staff: Staff) =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = staff;
        const at = clock();
        const day = dayIn(at, await findTimeZone(trx, organizationId));
        const owing = await receiptsRepo(trx, at).owing(organizationId, day);
        const reminders = await receiptsRepo(trx, at).remind(organizationId, day);
        for (const [cardId, payments] of reminders) {
          const numbers = payments.slice(0, 5).map(({ number }) => `В-${number}`);
          const rest = payments.length - numbers.length;
          const list = `${numbers.join(', ')}${rest > 0 ? ` и еще ${rest}` : ''}`;
          const until = formatDay(new Date(payments[0]?.due_on ?? day), 'UTC');
          await notify(trx, {
            organizationId,
            at,
            event: 'receipt_due',
            actorId: null,
            partner: {
              cardId,
              title: 'Напоминаем о чеке',
              text: `Пришлите чеки по выплатам: ${list}. Срок: ${until}.`,
              path: '/payments?tab=payments',
            },
          });
        }
        if (reminders.length > 0)
          await audit(trx, {
            ...toCause(toAuthor(staff), clock),
            organizationId,
            action: 'organization.remind-receipts',
            kind: 'organization',
            objectId: organizationId,
            diff: { reminded: reminders.length },
          });
        const remindedIds = new Set(reminders.map(([cardId]) => cardId));
        return {
          reminded: toReminderGroup(owing.filter(({ id }) => remindedIds.has(id))),
          without_sign_in: groupOwing(owing).without_sign_in,
        };
      }),
  };
}
