import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type BankFileField,
  type BankFileSettings,
  type BankFiles,
  type BankFileTemplate,
  REGISTRY_FILES,
  type RegistryFileQuery,
  USUAL_BANK_FILES,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type BankOrder, oneLine } from '../../../domain/bank-files/bank-order.ts';
import { missingOfPayer, writeOneC } from '../../../domain/bank-files/one-c.ts';
import { forWindows1251, windows1251 } from '../../../domain/bank-files/windows-1251.ts';
import { citiesOf } from '../../../domain/banks.ts';
import type { Db } from '../../../platform/db/db.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import type { Column, Sheet, Zoned } from '../../../platform/export/columns.ts';
import { csv } from '../../../platform/export/csv.ts';
import { wallClock } from '../../../platform/export/wall-clock.ts';
import { xlsx } from '../../../platform/export/xlsx.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { registriesRepo, registryLines } from './registries.repo.ts';

/** A registry as a bank takes it. */
export type RegistryFile = { name: string; latinName: string; type: string; content: Buffer };

type Row = BankOrder & Zoned;

/** @throws ApiError 409 for a registry that is not to be paid by a file now, and for what the file cannot hold. */
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
  const orders = await ordersOf(db, staff, id);
  if (orders.length === 0 || registry.status === 'closed' || registry.status === 'canceled')
    throw conflict('closed', 'Платить по этому реестру больше нечего: файл не нужен.');
  const { payer, settings, timeZone } = await payerOf(db, staff.organizationId);
  const today = wallClock(now, timeZone);
  const day = today.toISOString().slice(0, 10);
  const named = (extension: string) => ({
    name: `Реестр ${registry.number} ${day}.${extension}`,
    latinName: `registry-${registry.number.replace(/\D/g, '')}-${day}.${extension}`,
  });
  if (query.format === '1c') {
    if (registry.kind !== 'bank_account')
      throw invalid({ format: ['Платежные поручения бывают только для выплат на счета.'] });
    const missing = missingOfPayer(payer);
    if (missing.length > 0)
      throw conflict('blocked', `Заполните реквизиты организации: ${missing.join(', ')}.`);
    const written = writeOneC({ payer, orders, settings, now: today });
    if ('refused' in written) {
      const blockers = written.refused.map(({ number, payee, reasons }) => ({
        code: String(number),
        detail: `В-${number}, ${payee}. ${reasons.join(' ')}`,
      }));
      const told = blockers.slice(0, 3).map(({ detail }) => detail);
      throw conflict('blocked', `Файл не сформирован. ${told.join(' ')}`, {
        blockers: blockers.slice(0, 100),
      });
    }
    return { ...named('txt'), type: REGISTRY_FILES['1c'], content: written.file };
  }
  const template = templateFor(settings, registry.kind, query.template);
  const rows = orders.map((order) => ({ ...order, time_zone: timeZone }));
  const { encoding, separator, has_header } = template;
  if (query.format === 'xlsx') {
    const book = await buffer(Readable.from(xlsx(sheetOf(template), inBatches(rows))));
    return { ...named('xlsx'), type: REGISTRY_FILES.xlsx, content: book };
  }
  const written: string[] = [];
  for await (const piece of csv(sheetOf(template), inBatches(rows), { separator, has_header }))
    written.push(piece);
  const content = written.join('');
  return {
    ...named('csv'),
    type: `${REGISTRY_FILES.csv}; charset=${encoding}`,
    content: encoding === 'utf-8' ? Buffer.from(content) : windows1251(checked(content)),
  };
}

/** @throws ApiError 409 for signs that windows-1251 has no way to write. */
function checked(content: string): string {
  const { text: written, missing } = forWindows1251(content);
  if (missing.length === 0) return written;
  throw conflict(
    'blocked',
    `В кодировке Windows-1251 нет знаков: ${missing.join(' ')}. Исправьте имена или выберите в шаблоне UTF-8.`,
  );
}

/** Payments still to be paid, as they were frozen at approval. */
async function ordersOf(db: Db, staff: Staff, id: string): Promise<BankOrder[]> {
  const rows = await registryLines(db, staff, id)
    .where('x.state', '=', 'open')
    .where('pay.status', 'in', ['approved', 'processing'])
    .orderBy(sql`pay.number`)
    .execute();
  const orders = rows.map(({ number, amount_kop, purpose, method, line_method, partner_kind, ...name }) => ({
    number,
    amount_kop,
    purpose,
    kind: partner_kind,
    method: { ...line_method, ...method },
    last_name: name.last_name,
    first_name: name.first_name,
    father_name: name.father_name,
  }));
  const cities = await citiesOf(
    db,
    orders.map(({ method }) => method.bik),
  );
  return orders.map((order) => ({ ...order, bank_city: cities.get(order.method.bik) ?? '' }));
}

/** Settings of an organization's bank for files: what it has set, over what is usual. */
export async function bankFilesOf(db: Db, organizationId: string): Promise<BankFiles> {
  const { bank_files } = await db
    .selectFrom('organizations')
    .select('bank_files')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return { ...USUAL_BANK_FILES, version: 1, ...bank_files };
}

async function payerOf(db: Db, organizationId: string) {
  const { legal_name, name, time_zone, ...bank } = await db
    .selectFrom('organizations')
    .select(['name', 'legal_name', 'inn', 'kpp', 'time_zone'])
    .select(['bank_name', 'bank_bik', 'bank_account', 'bank_corr_account'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return {
    payer: {
      ...bank,
      name: legal_name || name,
      bank_city: (await citiesOf(db, [bank.bank_bik])).get(bank.bank_bik) ?? '',
    },
    settings: await bankFilesOf(db, organizationId),
    timeZone: time_zone,
  };
}

function templateFor(
  { templates }: BankFileSettings,
  rail: string,
  name: string | undefined,
): BankFileTemplate {
  const fitting = [...templates, ...USUAL_BANK_FILES.templates].filter((one) => one.rail === rail);
  const found = name === undefined ? fitting[0] : fitting.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw name === undefined
    ? conflict('blocked', 'Для выплат на карты файла нет: платите через платежный сервис.')
    : invalid({ template: ['Такого шаблона нет.'] });
}

const text = (width: number, value: (row: Row) => string) => ({ kind: 'text' as const, width, value });
const digits = (width: number, value: (row: Row) => string) => ({ kind: 'digits' as const, width, value });

const COLUMNS = {
  number: text(10, ({ number }) => `В-${number}`),
  full_name: text(36, ({ method }) => oneLine(method.payee)),
  last_name: text(20, ({ last_name }) => oneLine(last_name)),
  first_name: text(20, ({ first_name }) => oneLine(first_name)),
  father_name: text(20, ({ father_name }) => oneLine(father_name)),
  phone: digits(14, ({ method }) => method.phone.replace('+', '')),
  inn: digits(14, ({ method }) => method.inn),
  kpp: text(12, ({ method }) => method.kpp),
  bank: text(24, ({ method }) => oneLine(method.bank)),
  bik: digits(11, ({ method }) => method.bik),
  corr_account: digits(24, ({ method }) => method.corr_account),
  account: digits(24, ({ method }) => method.account),
  amount: { kind: 'money', width: 14, value: ({ amount_kop }) => amount_kop },
  amount_kop: { kind: 'number', width: 14, value: ({ amount_kop }) => amount_kop },
  purpose: text(60, ({ purpose }) => oneLine(purpose)),
} as const satisfies Record<BankFileField, Omit<Column<Row>, 'title'>>;

const sheetOf = ({ columns }: BankFileTemplate): Sheet<Row> => ({
  name: 'Реестр',
  latinName: 'registry',
  columns: columns.map(({ field, title }) => ({ ...COLUMNS[field], title })),
});

async function* inBatches(rows: Row[]) {
  yield rows;
}
