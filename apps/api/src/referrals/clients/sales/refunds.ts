import { randomUUIDv7 } from 'node:crypto';
import type { SaleRefund } from '@referral-dashboard/api-contract';
import { toAuthor, toCause } from '../../../audit/index.ts';
import { nextNumber, saleNumber } from '../../../database/rules/numbers.ts';
import { updateClaimOfLead, updateClaimsOfSales } from '../../../money/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { conflict, invalid, noSuchObject } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { formatRubles } from '../../../platform/russian-format.ts';
import { recordClientEvent } from '../client-events.ts';
import { lockClients } from '../known-clients.ts';
import { checkPaidOn } from './paid-on.ts';
import { insertSaleRows } from './sale-webhooks.ts';
import { salesRepo } from './sales.repo.ts';

/** @throws ApiError 409 for a canceled sale. */
export function checkNotCanceled({
  canceled_at,
  lead_id,
}: {
  canceled_at: Date | null;
  lead_id: string | null;
}) {
  if (canceled_at === null) return;
  throw conflict(
    'closed',
    lead_id === null ? 'Продажа отменена.' : 'Продажа отменена: ее лид больше не сделка.',
  );
}

/** Message for an amount that is less than the refunds. */
export const lessThanRefunded = (refundedKop: number) =>
  `Клиенту уже возвращено ${formatRubles(refundedKop)}. Сумма не может быть меньше.`;

/** Returns why the sale of a lead cannot have this amount: it is less than the refunds, or not more than the tax. */
export function saleAmountProblem(
  sale: { refunded_kop: number; vat_kop: number | null } | undefined,
  amountKop: number | null,
): string | undefined {
  if (sale === undefined) return undefined;
  if ((amountKop ?? 0) < sale.refunded_kop) return lessThanRefunded(sale.refunded_kop);
  if (amountKop !== null && sale.vat_kop !== null && amountKop <= sale.vat_kop)
    return `НДС продажи ${formatRubles(sale.vat_kop)}. Сумма должна быть больше.`;
  return undefined;
}

/**
 * Refunds a sale or a part of it. The claim of the sale is lowered by the same share: before the payment by a correction, after it by a debt. The
 * lock of the lead comes first, as in every change of a sale of a lead.
 *
 * @param refund An imported refund has a number.
 * @returns the id of the refund.
 * @throws ApiError 400 for more than the rest of the amount, and for a sale without an amount; 409 for a canceled sale and for a refund.
 */
export async function refundSale(
  trx: Db,
  staff: Staff,
  id: string,
  { amount_kop, paid_on, comment = '', external_id = null }: SaleRefund & { external_id?: string | null },
  clock: Clock,
): Promise<string> {
  const { organizationId } = staff;
  const repo = salesRepo(trx, organizationId);
  const found = await repo.find(id);
  if (found === undefined) throw noSuchObject();
  const leadId = found.lead_id;
  if (leadId !== null) await repo.lockLead(leadId);
  await lockClients(trx, organizationId);
  const sale = (await repo.find(id)) ?? found;
  if (sale.refund_of !== null) throw conflict('closed', 'Это возврат. Выберите продажу.');
  checkNotCanceled(sale);
  if (sale.amount_kop === null) throw invalid({ amount_kop: ['Сначала укажите сумму продажи.'] });
  const leftKop = sale.amount_kop - sale.refunded_kop;
  if (amount_kop > leftKop)
    throw invalid({
      amount_kop: [
        leftKop === 0
          ? 'Продажа уже возвращена полностью.'
          : `Можно вернуть не больше ${formatRubles(leftKop)}.`,
      ],
    });
  await checkPaidOn(trx, organizationId, paid_on, clock());
  if (paid_on < sale.paid_on) throw invalid({ paid_on: ['Возврат не бывает раньше оплаты.'] });
  const author = toAuthor(staff);
  if (leadId !== null) {
    const change = { organizationId, leadId, dealAmountBeforeKop: sale.amount_kop, refundKop: amount_kop };
    await updateClaimOfLead(trx, change, author, clock);
  }
  const cause = toCause(author, clock);
  const number = await nextNumber(trx, organizationId, 'sale');
  const refund = randomUUIDv7();
  await insertSaleRows(
    trx,
    organizationId,
    [
      {
        id: refund,
        number,
        client_id: sale.client_id,
        attachment_id: sale.attachment_id,
        lead_id: null,
        amount_kop,
        paid_on,
        external_id,
        source: external_id === null ? (staff.apiKeyId === undefined ? 'manual' : 'api') : 'import',
        refund_of: id,
        comment,
        created_at: cause.at,
        updated_at: cause.at,
      },
    ],
    cause.at,
  );
  await repo.update(id, { refunded_kop: sale.refunded_kop + amount_kop, updated_at: cause.at });
  if (sale.attachment_id !== null) {
    const change = {
      organizationId,
      attachmentId: sale.attachment_id,
      refund: { saleId: id, amountKop: amount_kop },
    };
    await updateClaimsOfSales(trx, change, author, clock);
  }
  const diff = { sale_number: saleNumber(sale.number), amount_kop, refund };
  await recordClientEvent(trx, { organizationId, clientId: sale.client_id }, 'refund', diff, cause);
  return refund;
}
