import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type BankFileTemplate,
  computeUntransferred,
  REGISTRY_FILES,
  type RegistryFileQuery,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { Sheet } from '../../platform/export/columns.ts';
import { csv } from '../../platform/export/csv.ts';
import { localDateTime } from '../../platform/export/wall-clock.ts';
import { xlsx } from '../../platform/export/xlsx.ts';
import type { SentFile } from '../../platform/http/content/send-file.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { BankOrder } from '../bank-files/bank-order.ts';
import { writeOneC } from '../bank-files/one-c.ts';
import { forWindows1251, windows1251 } from '../bank-files/windows-1251.ts';
import { purposeOfTransfer } from '../payments/purpose.ts';
import {
  BANK_COLUMNS,
  type BankRow,
  findPayer,
  payerProblem,
  templateFor,
  unwritableIn1251,
  withBanks,
} from './bank-orders.ts';
import { registriesRepo, registryLines } from './registries.repo.ts';

/** Bank file of a registry, with the ids of its payments. */
export type RegistryFile = SentFile & { payments: string[] };

/**
 * Builds the bank file of a registry.
 *
 * @throws ApiError 400 for an unknown template or a wrong format, 409 for a registry without payments to send or with data that the file
 * cannot contain.
 */
export async function registryFile(
  db: Db,
  staff: Staff,
  id: string,
  query: RegistryFileQuery,
  now: Date,
): Promise<RegistryFile> {
  const registry = await registriesRepo(db).find(staff, id);
  if (registry.status === 'draft')
    throw conflict('closed', 'Файл для банка можно скачать, когда реестр утвержден.');
  const { orders, payments } = await findOrders(db, staff, id);
  if (orders.length === 0 || registry.status === 'closed' || registry.status === 'canceled')
    throw conflict('closed', 'Платить по этому реестру больше нечего: файл не нужен.');
  const info = await findPayer(db, staff.organizationId);
  const { payer, settings, timeZone } = info;
  const today = localDateTime(now, timeZone);
  const day = today.toISOString().slice(0, 10);
  const fileNames = (extension: string) => ({
    payments,
    name: `Реестр ${registry.number} ${day}.${extension}`,
    latinName: `registry-${registry.number.replace(/\D/g, '')}-${day}.${extension}`,
  });
  if (query.format === '1c') {
    if (registry.kind !== 'bank_account')
      throw invalid({ format: ['Платежные поручения бывают только для выплат на счета.'] });
    const problem = payerProblem(info);
    if (problem !== undefined) throw conflict('blocked', problem);
    const lines = writeOneC({ payer, orders, settings, now: today });
    if ('refused' in lines) {
      const blockers = lines.refused.map(({ number, payee, reasons }) => ({
        code: String(number),
        detail: `В-${number}, ${payee}. ${reasons.join(' ')}`,
      }));
      const examples = blockers.slice(0, 3).map(({ detail }) => detail);
      throw conflict('blocked', `Файл не сформирован. ${examples.join(' ')}`, {
        blockers: blockers.slice(0, 100),
      });
    }
    return { ...fileNames('txt'), type: REGISTRY_FILES['1c'], content: lines.file };
  }
  const template = templateFor(settings, registry.kind, query.template);
  const rows = orders.map((order) => ({ ...order, time_zone: timeZone }));
  const { encoding, separator, has_header } = template;
  if (query.format === 'xlsx') {
    const book = await buffer(Readable.from(xlsx(buildSheet(template), inBatches(rows))));
    return { ...fileNames('xlsx'), type: REGISTRY_FILES.xlsx, content: book };
  }
  const fileLines: string[] = [];
  for await (const piece of csv(buildSheet(template), inBatches(rows), { separator, has_header }))
    fileLines.push(piece);
  const content = fileLines.join('');
  return {
    ...fileNames('csv'),
    type: `${REGISTRY_FILES.csv}; charset=${encoding}`,
    content: encoding === 'utf-8' ? Buffer.from(content) : windows1251(writableText(content)),
  };
}

/** Replaces characters that windows-1251 lacks. @throws ApiError 409 for characters without a replacement. */
function writableText(content: string): string {
  const { text, missing } = forWindows1251(content);
  if (missing.length === 0) return text;
  throw conflict('blocked', unwritableIn1251(missing));
}

/** Returns the bank orders of the open payments, with the data frozen at approval and without what the bank has already transferred. */
async function findOrders(db: Db, staff: Staff, id: string) {
  const rows = await registryLines(db, staff, id)
    .where('x.state', '=', 'open')
    .where('pay.status', 'in', ['approved', 'processing'])
    .orderBy(sql`pay.number`)
    .execute();
  const orders: BankOrder[] = await withBanks(
    db,
    staff.organizationId,
    rows.map(({ number, purpose, method, line_method, partner_kind, ...name }) => ({
      number,
      amount_kop: computeUntransferred(name),
      purpose: purposeOfTransfer({ purpose, ...name }),
      kind: partner_kind,
      method: { ...line_method, ...method },
      last_name: name.last_name,
      first_name: name.first_name,
      father_name: name.father_name,
    })),
  );
  return { orders, payments: rows.map((row) => row.id) };
}

const buildSheet = ({ columns }: BankFileTemplate): Sheet<BankRow> => ({
  name: 'Реестр',
  latinName: 'registry',
  columns: columns.map(({ field, title }) => ({ ...BANK_COLUMNS[field], title })),
});

async function* inBatches(rows: BankRow[]) {
  yield rows;
}
