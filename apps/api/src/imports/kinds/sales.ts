import { type ReportedSale, routes } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Headers } from '../../platform/fields/headers.ts';
import type { createClients } from '../../referrals/index.ts';
import { readAmount, readDate, readPhone } from '../reading/cells.ts';
import { applyEach, type Cells, createRowReader, type Kind, UNDONE } from './kind.ts';
import { PROGRAM_HEADERS } from './lookups.ts';
import { saleCause } from './undo-causes.ts';

export type SaleWrites = Pick<
  ReturnType<typeof createClients>,
  'importSales' | 'importRefund' | 'cancelSale'
>;

const HEADERS: Headers = {
  external_id: [
    'Номер продажи',
    'Номер счета',
    'Номер заказа',
    'Номер документа',
    'Номер',
    'Документ',
    'Регистратор',
    'Документ реализации',
    'ID',
    'Order ID',
    'Number',
  ],
  amount: [
    'Сумма',
    'Сумма, руб.',
    'Сумма продажи',
    'Сумма оплаты',
    'Сумма документа',
    'Сумма с НДС',
    'Бюджет',
    'Бюджет, руб.',
    'Amount',
    'Total',
  ],
  paid_on: ['Дата оплаты', 'Дата продажи', 'Дата закрытия', 'Дата документа', 'Дата', 'Paid on', 'Date'],
  phone: [
    'Телефон клиента',
    'Телефон',
    'Рабочий телефон',
    'Мобильный телефон',
    'Контакт: Рабочий телефон',
    'Контакт: Мобильный телефон',
    'Телефон (контакт)',
    'Номер телефона',
    'Phone',
  ],
  email: [
    'Почта клиента',
    'Почта',
    'Электронная почта',
    'Эл. почта',
    'Рабочий e-mail',
    'Контакт: Рабочий e-mail',
    'Адрес электронной почты',
    'E-mail',
    'Email',
  ],
  inn: ['ИНН клиента', 'ИНН', 'ИНН контрагента', 'ИНН покупателя', 'INN'],
  client_id: ['Номер клиента', 'Код клиента', 'Client ID'],
  name: [
    'Клиент',
    'Имя или компания',
    'Контрагент',
    'Покупатель',
    'ФИО',
    'Полное имя контакта',
    'Контакт',
    'Имя',
    'Компания',
    'Client',
    'Name',
  ],
  product: ['Товар', 'Номенклатура', 'Услуга', 'Product'],
  vat: ['НДС', 'Сумма НДС', 'VAT'],
  comment: ['Комментарий', 'Назначение', 'Назначение платежа', 'Comment'],
  program: PROGRAM_HEADERS,
  refund_of: ['Возврат по продаже', 'Возврат по', 'Refund of'],
};

const FIELDS = {
  amount_kop: 'amount',
  vat_kop: 'vat',
  'buyer.name': 'name',
  'buyer.phone': 'phone',
  'buyer.email': 'email',
  'buyer.inn': 'inn',
  'buyer.external_id': 'client_id',
};

const report = routes.createSales.body.shape.sales.element;

/** Reads a row without its program. */
function readSale(cells: Cells): ReportedSale & { external_id: string } {
  const reader = createRowReader(cells, FIELDS);
  const { external_id = '', name, email, inn, client_id, product, comment, refund_of } = cells;
  const phone = reader.value('phone', readPhone);
  const amount_kop = reader.value('amount', readAmount);
  const vat = reader.value('vat', readAmount);
  const paid_on = reader.value('paid_on', readDate)?.day;
  if (external_id === '') reader.add('external_id', 'Укажите номер продажи.');
  if (cells['amount'] === undefined || amount_kop === 0) reader.add('amount', 'Укажите сумму.');
  if (cells['paid_on'] === undefined) reader.add('paid_on', 'Укажите дату.');
  const isNamed = [name, cells['phone'], email, inn, client_id].some(Boolean);
  if (refund_of === undefined && !isNamed)
    reader.add('phone', 'Укажите имя, телефон, почту, ИНН или номер клиента.');
  const buyer = {
    name: name ?? (isNamed ? undefined : refund_of),
    phone,
    email,
    inn,
    external_id: client_id,
  };
  const fields = { amount_kop, paid_on, product, comment };
  const sale = reader.parse(report, { ...fields, ...(vat ? { vat_kop: vat } : {}), buyer, external_id });
  return { ...sale, external_id };
}

type SaleRow = { cells: Cells; sale: ReturnType<typeof readSale> };

/**
 * Imports sales and refunds. A sale with a known number is not changed; a sale of an unknown client waits for the client. Refunds follow the sales of the
 * file.
 */
export const createSaleKind = ({ importSales, importRefund, cancelSale }: SaleWrites): Kind<SaleRow> => ({
  headers: HEADERS,
  fields: FIELDS,
  order: { fields: ['refund_of'], toText: ({ refund_of }) => (refund_of === undefined ? '' : 'refund') },
  read(cells) {
    const sale = readSale(cells);
    return { key: sale.external_id, row: { cells, sale } };
  },
  async apply(trx, { staff }, rows, { programOf }) {
    const numbers = rows.flatMap(({ cells: { refund_of }, sale }) => [
      sale.external_id,
      ...(refund_of ? [refund_of] : []),
    ]);
    const known = await findSales(trx, staff.organizationId, numbers);
    const before = new Map(known);
    const fresh: (ReportedSale & { external_id: string })[] = [];
    for (const { cells, sale } of rows)
      if (!known.has(sale.external_id) && cells['refund_of'] === undefined) {
        const program = await programOf(cells);
        fresh.push({ ...sale, ...(program !== null && { program }) });
      }
    const entered = fresh.length === 0 ? [] : await importSales(trx, staff, fresh);
    for (const [at, one] of entered.entries()) known.set(fresh[at]?.external_id ?? '', one);
    return applyEach(rows, async ({ cells: { refund_of }, sale }) => {
      const old = before.get(sale.external_id);
      if (old !== undefined)
        return { state: 'skipped', objectId: old.id, detail: 'Продажа с этим номером уже есть.' };
      if (refund_of === undefined)
        return { state: 'created', objectId: known.get(sale.external_id)?.id ?? '' };
      const sold = known.get(refund_of);
      if (sold === undefined) throw invalid({ refund_of: [`Продажи с номером «${refund_of}» нет.`] });
      if (sold.waits) throw invalid({ refund_of: ['Эта продажа ждет клиента. Сначала сопоставьте ее.'] });
      return { state: 'created', objectId: await importRefund(trx, staff, sold.id, sale) };
    });
  },
  undo: { cause: saleCause, apply: (trx, staff, id) => cancelSale(trx, staff, id, UNDONE) },
});

/** Returns the sales, and the waiting sales, with these numbers. */
async function findSales(trx: Db, organizationId: string, numbers: readonly string[]) {
  const { rows } = await sql<{ external_id: string; id: string; waits: boolean }>`
    select external_id, id, true as waits from waiting_sales
    where organization_id = ${organizationId} and status = 'waiting' and external_id = any(${numbers}::text[])
    union all
    select external_id, id, false from sales
    where organization_id = ${organizationId} and external_id = any(${numbers}::text[])`.execute(trx);
  return new Map(rows.map(({ external_id, id, waits }) => [external_id, { id, waits }]));
}
