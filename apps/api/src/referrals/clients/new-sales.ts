import { randomUUIDv7 } from 'node:crypto';
import type { FieldErrors, ReportedSale } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Author, toCause } from '../../audit/index.ts';
import { nextNumbers, saleNumber } from '../../database/rules/numbers.ts';
import { lockPartners, lockSpending, updateClaimsOfSales } from '../../money/index.ts';
import { readToday } from '../../organization/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined, mapUniqueViolation } from '../../platform/db/writes.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { attachmentOn } from './attachments.ts';
import { recordClientEvent } from './client-events.ts';
import { NOT_COME_YET } from './paid-on.ts';
import { insertSale } from './sale-webhooks.ts';
import { findBuyer, insertWaitingSale } from './waiting/waiting.repo.ts';

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
  for (const attachmentId of attachments)
    await updateClaimsOfSales(trx, { organizationId, attachmentId }, author, clock);
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
  return insertCheckedSales(trx, { organizationId, clock, ...author }, checked, path);
}

type InsertedSales = { entered: { id: string; number: string | null }[]; attachments: string[] };

/** Inserts sales whose client and attachment are known. */
export async function insertCheckedSales(
  trx: Db,
  { organizationId, clock, source = 'manual', ...author }: Entry,
  checked: readonly CheckedSale[],
  path: (index: number) => string = () => '',
): Promise<InsertedSales> {
  const cause = toCause(author, clock);
  let next = await nextNumbers(
    trx,
    organizationId,
    'sale',
    checked.filter(({ clientId }) => clientId).length,
  );
  const entered: { id: string; number: string | null }[] = [];
  for (const [index, { sale, clientId, attachmentId }] of checked.entries()) {
    if (clientId === null) {
      entered.push({ id: await insertWaitingSale(trx, organizationId, sale, cause), number: null });
      continue;
    }
    const { client: _client, buyer: _buyer, program: _program, ...fields } = sale;
    const { vat_kop = null, external_id = null } = fields;
    const [id, number] = [randomUUIDv7(), next];
    next += 1;
    await mapUniqueViolation(
      'sales_external_id',
      () => invalid({ [`${path(index)}external_id`]: [NUMBER_TAKEN] }),
      () =>
        insertSale(trx, organizationId, {
          ...defined(fields),
          id,
          number,
          client_id: clientId,
          attachment_id: attachmentId,
          lead_id: null,
          external_id,
          amount_kop: fields.amount_kop,
          vat_kop,
          paid_on: fields.paid_on,
          source,
          refund_of: null,
          created_at: cause.at,
          updated_at: cause.at,
        }),
    );
    entered.push({ id, number: saleNumber(number) });
    const diff = { sale_number: saleNumber(number), amount_kop: fields.amount_kop };
    await recordClientEvent(trx, { organizationId, clientId }, 'sale', diff, cause);
  }
  const attachments = [...new Set(checked.flatMap(({ attachmentId }) => attachmentId ?? []))];
  return { entered, attachments };
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
  const errors: FieldErrors = {};
  const checked: CheckedSale[] = [];
  for (const [index, sale] of sales.entries()) {
    const { client, buyer, program, amount_kop, vat_kop = null, paid_on, external_id = null } = sale;
    const problems: FieldErrors = {};
    if (paid_on > today) problems['paid_on'] = [NOT_COME_YET];
    if (vat_kop !== null && vat_kop >= amount_kop) problems['vat_kop'] = [VAT_TOO_LARGE];
    if (external_id !== null && taken.has(external_id)) problems['external_id'] = [NUMBER_TAKEN];
    if (external_id !== null) taken.add(external_id);
    const clientId = buyer === undefined ? (client ?? null) : await findBuyer(trx, organizationId, buyer);
    let attachmentId: string | null = null;
    if (client !== undefined && !clients.has(client)) problems['client'] = ['Клиент не найден.'];
    else if (clientId === null && program !== undefined && !programs.has(program))
      problems['program'] = ['Программа не найдена.'];
    else if (clientId !== null && problems['paid_on'] === undefined)
      try {
        attachmentId = await attachmentOn(trx, { organizationId, clientId, paidOn: paid_on }, program);
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

async function lockClientRows(trx: Db, organizationId: string, sales: readonly ReportedSale[]) {
  const ids = sales.flatMap(({ client }) => client ?? []);
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
