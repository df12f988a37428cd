import type { ReportedSale } from '@referral-dashboard/api-contract';
import { type Author, toCause } from '../../../audit/index.ts';
import { clientNumber } from '../../../database/rules/numbers.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { ApiError } from '../../../platform/errors.ts';
import { attachmentOn } from '../attachments/attachments.ts';
import { insertCheckedSales, insertSales } from '../sales/new-sales.ts';
import { hasDealLike } from './same-payment.ts';
import {
  closeWaitingSale,
  namesIdentity,
  recordWaitingEvent,
  type WaitingRow,
  waitingRows,
} from './waiting.repo.ts';

type Appeared = Author & { organizationId: string; clientId: string; clock: Clock };
type Contacts = { phone: string | null; email: string };

/**
 * Enters the waiting sales that name a client by the phone, the e-mail, the ИНН or the id of the client, or of the lead that became the client.
 * A sale whose program is not certain keeps waiting, and so does one that may be the payment of a deal of this client. The caller holds the lock of the clients.
 *
 * @returns the number of entered sales, and the attachments whose rewards the caller updates.
 */
export async function applyWaitingSales(trx: Db, appeared: Appeared, ofLead?: Contacts) {
  const { organizationId, clientId } = appeared;
  const client = await trx
    .selectFrom('clients')
    .select(['phone', 'email', 'inn', 'external_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  const identities = [client, ...(ofLead ? [{ ...ofLead, inn: '', external_id: null }] : [])].map(
    namesIdentity,
  );
  const rows = await waitingRows(trx, organizationId)
    .where((where) => where.or(identities))
    .where((where) => where.not(hasDealLike(clientId)))
    .forUpdate()
    .execute();
  const certain: { row: WaitingRow; attachmentId: string | null }[] = [];
  for (const row of rows) {
    const attachmentId = await certainAttachment(trx, row, clientId);
    if (attachmentId !== undefined) certain.push({ row, attachmentId });
  }
  const attachments = await enter(
    trx,
    appeared,
    certain.map(({ row }) => row),
    () =>
      insertCheckedSales(
        trx,
        appeared,
        certain.map(({ row, attachmentId }) => ({ sale: toSale(row, clientId), clientId, attachmentId })),
      ),
  );
  return { count: certain.length, attachments };
}

/** The attachment that a sale is credited to. Null for a client without a partner, undefined when several programs are possible. */
async function certainAttachment(
  trx: Db,
  { organization_id, paid_on, program_id }: WaitingRow,
  clientId: string,
) {
  try {
    const day = { organizationId: organization_id, clientId, paidOn: paid_on };
    return await attachmentOn(trx, day, program_id ?? undefined);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Enters a waiting sale for a client. @returns the attachments whose rewards the caller updates. @throws ApiError 400 when the sale cannot be entered. */
export const enterWaitingSale = (trx: Db, appeared: Appeared, row: WaitingRow, program?: string) =>
  enter(trx, appeared, [row], () => insertSales(trx, appeared, [toSale(row, appeared.clientId, program)]));

/** Ends the waiting of sales and inserts them. */
async function enter(
  trx: Db,
  { organizationId, clientId, clock, ...author }: Appeared,
  rows: readonly WaitingRow[],
  insert: () => ReturnType<typeof insertSales>,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const cause = toCause(author, clock);
  // A waiting sale holds its external id, so it stops waiting before the sale is entered.
  for (const row of rows)
    await closeWaitingSale(trx, row, { status: 'matched', client_id: clientId }, cause.at);
  const { entered, attachments } = await insert();
  const { number } = await trx
    .selectFrom('clients')
    .select('number')
    .where('organization_id', '=', organizationId)
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  for (const [index, { id }] of rows.entries()) {
    const sale = entered[index];
    if (sale === undefined) continue;
    await closeWaitingSale(
      trx,
      { organization_id: organizationId, id },
      { status: 'matched', sale_id: sale.id },
      cause.at,
    );
    const diff = { client_number: clientNumber(number), sale_number: sale.number };
    await recordWaitingEvent(trx, organizationId, id, 'match', diff, cause);
  }
  return attachments;
}

const toSale = (row: WaitingRow, client: string, program?: string): ReportedSale => {
  const ofProgram = program ?? row.program_id;
  return {
    client,
    ...(ofProgram !== null && { program: ofProgram }),
    amount_kop: row.amount_kop,
    vat_kop: row.vat_kop,
    paid_on: row.paid_on,
    product: row.product,
    comment: row.comment,
    external_id: row.external_id,
  };
};
