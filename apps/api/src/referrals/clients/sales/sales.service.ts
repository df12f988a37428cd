import {
  type ClientTexts,
  type EnteredSales,
  type FoundClients,
  type NewSale,
  type NewSales,
  PERMISSIONS,
  type ReportedSale,
  type SalePatch,
  type SaleQuery,
  type SaleRefund,
  sumAmounts,
} from '@referral-dashboard/api-contract';
import { buildDiff, toAuthor, toCause } from '../../../audit/index.ts';
import { saleNumber } from '../../../database/rules/numbers.ts';
import { checkVersion } from '../../../database/rules/transitions.ts';
import { storeEvents } from '../../../integrations/index.ts';
import {
  extendStatementTimeout,
  passClaimOfSale,
  updateClaimOfLead,
  updateClaimsOfSales,
} from '../../../money/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defined } from '../../../platform/db/writes.ts';
import { conflict, forbidden, invalid, noSuchObject } from '../../../platform/errors.ts';
import { withIdempotency } from '../../../platform/http/limits/idempotency.ts';
import type { Staff, Viewer } from '../../../platform/http/viewer.ts';
import { attachmentOn, endsBefore } from '../attachments/attachments.ts';
import { recordClientEvent } from '../client-events.ts';
import { lockClients } from '../known-clients.ts';
import { checkVat, enterSales } from './new-sales.ts';
import { checkPaidOn } from './paid-on.ts';
import { enterReported, notingOtherContent, toRefundEvent, toSaleEvent } from './received-sales.ts';
import { checkNotCanceled, lessThanRefunded, refundSale } from './refunds.ts';
import { findSaleClients } from './sale-clients.ts';
import { findSale, salesPage, salesRepo } from './sales.repo.ts';
import { saleView } from './sales.view.ts';

export type SalesService = ReturnType<typeof createSalesService>;

/** Changes the deal amount of a won lead with all its effects. */
export type ChangeDeal = (trx: Db, staff: Staff, leadId: string, amountKop: number) => Promise<void>;

/** Sales of clients and their refunds. */
export function createSalesService(db: Db, clock: Clock, changeDeal: ChangeDeal) {
  const view = async (trx: Db, viewer: Viewer, id: string) => {
    const row = await findSale(trx, viewer, id);
    if (row === undefined) throw noSuchObject();
    return saleView(row, viewer);
  };

  /** Updates the rewards of the later sales of attachments after a change of one sale. */
  const updateClaimsOf = async (
    trx: Db,
    staff: Staff,
    saleId: string,
    attachments: readonly (string | null)[],
  ) => {
    const { organizationId } = staff;
    for (const attachmentId of new Set(attachments))
      if (attachmentId !== null)
        await updateClaimsOfSales(trx, { organizationId, attachmentId, saleId }, toAuthor(staff), clock);
  };

  return {
    async list(viewer: Viewer, query: SaleQuery) {
      const page = await salesPage(db, viewer, query);
      return { ...page, results: page.results.map((row) => saleView(row, viewer)) };
    },

    create(staff: Staff, body: NewSale, key: string | undefined) {
      const { organizationId } = staff;
      const call = { organizationId, key, call: 'sell', body };
      return notingOtherContent(db, staff, [body], clock, () =>
        withIdempotency(db, call, clock(), async (trx) => {
          await lockClients(trx, organizationId);
          const [entered] = await enterReported(trx, staff, clock, [body]);
          return view(trx, staff, entered?.id ?? '');
        }),
      );
    },

    /** Enters several sales, or none when one of them is refused. */
    createMany(staff: Staff, body: NewSales, key: string | undefined) {
      const { organizationId } = staff;
      const call = { organizationId, key, call: 'sell several', body };
      return notingOtherContent(db, staff, body.sales, clock, () =>
        withIdempotency(db, call, clock(), async (trx): Promise<EnteredSales> => {
          await extendStatementTimeout(trx);
          await lockClients(trx, organizationId);
          const results = await enterReported(trx, staff, clock, body.sales, (index) => `sales.${index}.`);
          const ids = results.map(({ id }) => id);
          const reward_kop = await salesRepo(trx, organizationId).rewardOf(ids);
          const isEntered = (_: unknown, index: number) => results[index]?.number !== null;
          return {
            results,
            waiting: results.filter(({ number }) => number === null).length,
            amount_kop: sumAmounts(body.sales.filter(isEntered)),
            reward_kop,
          };
        }),
      );
    },

    findClients: async (staff: Staff, { texts }: ClientTexts): Promise<FoundClients> => ({
      results: await findSaleClients(db, staff, texts),
    }),

    update: (staff: Staff, id: string, { version, ...patch }: SalePatch) =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = staff;
        const repo = salesRepo(trx, organizationId);
        const found = await repo.find(id);
        if (found === undefined) throw noSuchObject();
        if (found.lead_id !== null) await repo.lockLead(found.lead_id);
        await lockClients(trx, organizationId);
        const sale = (await repo.find(id)) ?? found;
        checkVersion(sale, version);
        if (sale.refund_of !== null) throw conflict('closed', 'Возврат не изменить.');
        checkNotCanceled(sale);
        const input = defined(patch);
        const { amount_kop, ...others } = input;
        if (amount_kop !== undefined && amount_kop < sale.refunded_kop)
          throw invalid({ amount_kop: [lessThanRefunded(sale.refunded_kop)] });
        if (input.paid_on !== undefined && input.paid_on !== sale.paid_on) {
          await checkPaidOn(trx, organizationId, input.paid_on, clock());
          const refundedOn = await repo.firstRefundOn(id);
          if (refundedOn !== null && input.paid_on > refundedOn)
            throw invalid({ paid_on: ['Оплата не бывает позже возврата.'] });
          // The sale of a lead keeps its attachment.
          if (sale.lead_id !== null && (await endsBefore(trx, organizationId, sale, input.paid_on)))
            throw invalid({ paid_on: ['На эту дату закрепление клиента уже закончилось.'] });
        }
        checkVat(input.vat_kop === undefined ? sale.vat_kop : input.vat_kop, amount_kop ?? sale.amount_kop);
        const isDealChange =
          sale.lead_id !== null && amount_kop !== undefined && amount_kop !== sale.amount_kop;
        const isNewProduct = input.product !== undefined && input.product !== sale.product;
        if (isDealChange && sale.lead_id !== null) {
          if (!PERMISSIONS.updateLead.includes(staff.position)) throw forbidden();
          // The former tax may exceed the new amount.
          const tax = input.vat_kop === undefined ? {} : { vat_kop: null };
          const first = { ...tax, ...(isNewProduct && { product: input.product }) };
          if (Object.keys(first).length > 0) await repo.update(id, first);
          await changeDeal(trx, staff, sale.lead_id, amount_kop);
        }
        if (isDealChange && Object.keys(others).length === 0) return view(trx, staff, id);
        const cause = toCause(toAuthor(staff), clock);
        await repo.update(id, { ...(isDealChange ? others : input), updated_at: cause.at });
        if (sale.lead_id === null && input.paid_on !== undefined && input.paid_on !== sale.paid_on) {
          const program = sale.attachment_id === null ? undefined : await repo.programOf(sale.attachment_id);
          const day = { organizationId, clientId: sale.client_id, paidOn: input.paid_on };
          const attachmentId = await attachmentOn(trx, day, program, 'paid_on');
          await passClaimOfSale(trx, { organizationId, saleId: id, attachmentId }, toAuthor(staff), clock);
          await repo.attach(id, attachmentId);
        }
        const after = await repo.find(id);
        const isMoved = input.paid_on !== undefined && input.paid_on !== sale.paid_on;
        const isRecounted = isMoved || input.vat_kop !== undefined || (isNewProduct && !isDealChange);
        if (sale.lead_id !== null && isRecounted) {
          const dealAmountBeforeKop = after?.amount_kop ?? null;
          const change = { organizationId, leadId: sale.lead_id, dealAmountBeforeKop };
          await updateClaimOfLead(trx, change, toAuthor(staff), clock);
        }
        await updateClaimsOf(trx, staff, id, [sale.attachment_id, after?.attachment_id ?? null]);
        const visible = ['amount_kop', 'vat_kop', 'paid_on', 'product'];
        const diff = buildDiff(sale, input, visible);
        await recordClientEvent(
          trx,
          { organizationId, clientId: sale.client_id },
          'sale-update',
          { sale_number: saleNumber(sale.number), ...diff },
          cause,
        );
        return view(trx, staff, id);
      }),

    /** Enters imported sales with their rewards. @returns their ids, in the order of the sales; those of waiting sales for unknown clients. */
    async importSales(trx: Db, staff: Staff, sales: readonly ReportedSale[]) {
      const { organizationId } = staff;
      await lockClients(trx, organizationId);
      const entry = { organizationId, clock, source: 'import' as const, ...toAuthor(staff) };
      const entered = await enterSales(trx, entry, sales);
      const events = entered.flatMap((one, at) =>
        sales[at] === undefined ? [] : [toSaleEvent(sales[at], one)],
      );
      await storeEvents(trx, { organizationId, channel: 'import', at: clock() }, events);
      return entered.map(({ id, number }) => ({ id, waits: number === null }));
    },

    /** Enters an imported refund. @returns its id. */
    async importRefund(trx: Db, staff: Staff, id: string, refund: SaleRefund & { external_id: string }) {
      const made = await refundSale(trx, staff, id, refund, clock);
      const { organizationId } = staff;
      const { amount_kop, paid_on, external_id } = refund;
      const event = toRefundEvent(id, { amount_kop, paid_on, external_id }, made);
      await storeEvents(trx, { organizationId, channel: 'import', at: clock() }, [event]);
      return made;
    },

    refund(staff: Staff, id: string, body: SaleRefund, key: string | undefined) {
      const { organizationId } = staff;
      const call = { organizationId, key, call: `refund ${id}`, body };
      return withIdempotency(db, call, clock(), async (trx) => {
        const refund = await refundSale(trx, staff, id, body, clock);
        if (staff.apiKeyId !== undefined) {
          const occasion = { organizationId, channel: 'api' as const, at: clock() };
          await storeEvents(trx, occasion, [toRefundEvent(id, body, refund)]);
        }
        return view(trx, staff, id);
      });
    },
  };
}
