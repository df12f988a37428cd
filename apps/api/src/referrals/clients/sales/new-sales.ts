import type { FieldErrors, ReportedSale } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Author, toCause } from '../../../audit/index.ts';
import { newIds, nextNumbers, saleNumber } from '../../../database/rules/numbers.ts';
import { lockPartners, lockSpending, updateClaimsOfAttachments } from '../../../money/index.ts';
import { readToday } from '../../../organization/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defined, mapUniqueViolation } from '../../../platform/db/writes.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { attachmentsOn, chooseAttachment } from '../attachments/attachments.ts';
import { recordNewSales } from '../client-events.ts';
import { findBuyers, insertWaitingSales } from '../waiting/waiting.repo.ts';
import { NOT_COME_YET } from './paid-on.ts';
import { insertSaleRows } from './sale-webhooks.ts';

type Entry = Author & {
  organizationId: string;
  clock: Clock;
  /** Default: `manual`. */
  source?: 'manual' | 'api' | 'import';
};

const NUMBER_TAKEN = 'Продажа с этим номером уже есть.';
const VAT_TOO_LARGE = 'НДС должен быть меньше суммы.';

/** @throws ApiError 400 for a tax that is not less than the amount. */
export function checkVat(vatKop: number | null, amountKop: number | null) {
  if (vatKop !== null && vatKop >= (amountKop ?? 0)) throw invalid({ vat_kop: [VAT_TOO_LARGE] });
}

/**
 * Enters sales of clients with their rewards, see `insertSales`.
 *
 * @returns the ids and numbers, in the order of the sales.
 */
export async function enterSales(
  trx: Db,
  entry: Entry,
  sales: readonly ReportedSale[],
  path?: (index: number) => string,
) {
  const { entered, attachments } = await insertSales(trx, entry, sales, path);
  await updateRewards(trx, entry, attachments);
  return entered;
}

/** Updates the rewards of the sales of attachments. The partners are locked in the order of all transactions. */
export async function updateRewards(
  trx: Db,
  { organizationId, clock, ...author }: Entry,
  attachments: readonly string[],
) {
  await lockMoneyOf(trx, organizationId, attachments, author);
  await updateClaimsOfAttachments(trx, { organizationId, attachmentIds: attachments }, author, clock);
}

/**
 * Inserts sales of clients without their rewards. A sale of an unknown buyer waits for the client. The caller holds the lock of the clients.
 *
 * @param path Path of a sale in the request, such as `sales.3.`, for the error messages.
 * @returns the ids and numbers, in the order of the sales, and the attachments whose rewards change. A waiting sale has no number.
 * @throws ApiError 400 with the errors of all sales.
 */
export async function insertSales(
  trx: Db,
  { organizationId, clock, ...author }: Entry,
  sales: readonly ReportedSale[],
  path: (index: number) => string = () => '',
): Promise<InsertedSales> {
  const checked = await checkSales(trx, organizationId, sales, path, clock());
  return insertCheckedSales(trx, { organizationId, clock, ...author }, checked);
}

type InsertedSales = { entered: { id: string; number: string | null }[]; attachments: string[] };

/** Inserts checked sales. */
export async function insertCheckedSales(
  trx: Db,
  { organizationId, clock, source = 'manual', ...author }: Entry,
  checked: readonly CheckedSale[],
): Promise<InsertedSales> {
  const cause = toCause(author, clock);
  const unknown = checked.filter(({ clientId }) => clientId === null).map(({ sale }) => sale);
  const waiting = await insertWaitingSales(trx, organizationId, unknown, cause);
  const sold = checked.length - unknown.length;
  const [first, ids] = [await nextNumbers(trx, organizationId, 'sale', sold), newIds(sold)];
  const rows = checked
    .flatMap(({ clientId, ...known }) => (clientId === null ? [] : [{ ...known, clientId }]))
    .map(({ sale, clientId, attachmentId }, at) => ({
      ...toSaleColumns(sale, cause.at),
      ...{ id: ids[at] ?? '', number: first + at, source },
      client_id: clientId,
      attachment_id: attachmentId,
    }));
  await mapUniqueViolation(
    'sales_external_id',
    () => invalid({ external_id: [NUMBER_TAKEN] }),
    () => insertSaleRows(trx, organizationId, rows, cause.at),
  );
  await recordNewSales(
    trx,
    rows.map(({ number, client_id, amount_kop }) => ({
      ...{ organizationId, clientId: client_id, amount_kop },
      sale_number: saleNumber(number),
    })),
    cause,
  );
  const [written, kept] = [rows.values(), waiting.values()];
  const entered = checked.map(({ clientId }) => {
    if (clientId === null) return { id: kept.next().value ?? '', number: null };
    const { id = '', number = 0 } = written.next().value ?? {};
    return { id, number: saleNumber(number) };
  });
  const attachments = [...new Set(checked.flatMap(({ attachmentId }) => attachmentId ?? []))];
  return { entered, attachments };
}

function toSaleColumns(
  { client: _client, buyer: _buyer, program: _program, ...fields }: ReportedSale,
  at: Date,
) {
  const { vat_kop = null, external_id = null, amount_kop, paid_on } = fields;
  return {
    ...defined(fields),
    ...{ vat_kop, external_id, amount_kop, paid_on },
    lead_id: null,
    refund_of: null,
    created_at: at,
    updated_at: at,
  };
}

type CheckedSale = { sale: ReportedSale; clientId: string | null; attachmentId: string | null };

/** Checks all sales, and finds the client and the attachment of each. */
async function checkSales(
  trx: Db,
  organizationId: string,
  sales: readonly ReportedSale[],
  path: (index: number) => string,
  now: Date,
): Promise<CheckedSale[]> {
  const today = await readToday(trx, organizationId, now);
  const clients = await lockClientRows(trx, organizationId, sales);
  const programs = await knownPrograms(trx, organizationId, sales);
  const taken = await takenNumbers(trx, organizationId, sales);
  const known = await clientsOf(trx, organizationId, sales);
  const credited = await attachmentsOn(
    trx,
    organizationId,
    known.map((clientId, index) => ({ clientId, paidOn: sales[index]?.paid_on ?? today })),
  );
  const errors: FieldErrors = {};
  const checked: CheckedSale[] = [];
  for (const [index, sale] of sales.entries()) {
    const { client, program, amount_kop, vat_kop = null, paid_on, external_id = null } = sale;
    const problems: FieldErrors = {};
    if (paid_on > today) problems['paid_on'] = [NOT_COME_YET];
    if (vat_kop !== null && vat_kop >= amount_kop) problems['vat_kop'] = [VAT_TOO_LARGE];
    if (external_id !== null && taken.has(external_id)) problems['external_id'] = [NUMBER_TAKEN];
    if (external_id !== null) taken.add(external_id);
    const clientId = known[index] ?? null;
    let attachmentId: string | null = null;
    if (client !== undefined && !clients.has(client)) problems['client'] = ['Клиент не найден.'];
    else if (clientId === null && program !== undefined && !programs.has(program))
      problems['program'] = ['Программа не найдена.'];
    else if (clientId !== null && problems['paid_on'] === undefined)
      try {
        attachmentId = chooseAttachment(credited[index] ?? [], program);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        Object.assign(problems, error.response.body);
      }
    for (const [field, messages] of Object.entries(problems)) errors[`${path(index)}${field}`] = messages;
    checked.push({ sale, clientId, attachmentId });
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return checked;
}

/** Returns the ids of the clients of sales, in their order. Null for an unknown buyer. */
async function clientsOf(trx: Db, organizationId: string, sales: readonly ReportedSale[]) {
  const buyers = sales.flatMap(({ buyer }) => buyer ?? []);
  const found = buyers.length === 0 ? [] : await findBuyers(trx, organizationId, buyers);
  const next = found.values();
  return sales.map(({ client, buyer }) =>
    buyer === undefined ? (client ?? null) : (next.next().value ?? null),
  );
}

async function lockClientRows(trx: Db, organizationId: string, sales: readonly ReportedSale[]) {
  const ids = sales.flatMap(({ client }) => client ?? []);
  if (ids.length === 0) return new Set<string>();
  const rows = await trx
    .selectFrom('clients')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function knownPrograms(trx: Db, organizationId: string, sales: readonly ReportedSale[]) {
  const ids = sales.flatMap(({ program }) => program ?? []);
  if (ids.length === 0) return new Set<string>();
  const rows = await trx
    .selectFrom('programs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** External ids of the request that other sales have, waiting ones included. */
async function takenNumbers(trx: Db, organizationId: string, sales: readonly ReportedSale[]) {
  const numbers = sales.flatMap(({ external_id }) => external_id ?? []);
  if (numbers.length === 0) return new Set<string>();
  const { rows } = await sql<{ external_id: string }>`
    select external_id from sales where organization_id = ${organizationId} and external_id = any(${numbers}::text[])
    union all
    select external_id from waiting_sales
    where organization_id = ${organizationId} and status = 'waiting' and external_id = any(${numbers}::text[])`.execute(
    trx,
  );
  return new Set(rows.map(({ external_id }) => external_id));
}

/** Locks the money of several attachments in the order of all transactions: partners, then the spending of programs. */
async function lockMoneyOf(trx: Db, organizationId: string, attachments: readonly string[], author: Author) {
  if (attachments.length < 2) return;
  const rows = await trx
    .selectFrom('attachments')
    .select(['partner_id', 'program_id'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${attachments}::uuid[])`)
    .execute();
  await lockPartners(
    trx,
    organizationId,
    rows.map(({ partner_id }) => partner_id),
    author,
  );
  for (const programId of [...new Set(rows.map(({ program_id }) => program_id))].toSorted())
    await lockSpending(trx, { organizationId, programId });
}
