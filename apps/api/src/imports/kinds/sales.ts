import { type ReportedSale, routes } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { createClients } from '../../referrals/index.ts';
import type { Headers } from '../columns.ts';
import { readAmount, readDate, readPhone } from '../reading/cells.ts';
import { type Cells, createRowReader, type Kind } from './kind.ts';
import { findProgram, PROGRAM_HEADERS } from './lookups.ts';

export type SaleWrites = Pick<ReturnType<typeof createClients>, 'importSale' | 'importRefund'>;

const HEADERS: Headers = {
  external_id: [
    'Номер продажи',
    'Номер счета',
    'Номер заказа',
    'Номер документа',
    'Номер',
    'Документ',
    'ID',
    'Order ID',
    'Number',
  ],
  amount: ['Сумма', 'Сумма продажи', 'Сумма оплаты', 'Сумма документа', 'Бюджет', 'Amount', 'Total'],
  paid_on: ['Дата оплаты', 'Дата продажи', 'Дата закрытия', 'Дата', 'Paid on', 'Date'],
  phone: ['Телефон клиента', 'Телефон', 'Рабочий телефон', 'Номер телефона', 'Phone'],
  email: ['Почта клиента', 'Почта', 'Электронная почта', 'E-mail', 'Email'],
  inn: ['ИНН клиента', 'ИНН', 'INN'],
  client_id: ['Номер клиента', 'Код клиента', 'Client ID'],
  name: [
    'Клиент',
    'Имя или компания',
    'Контрагент',
    'Покупатель',
    'ФИО',
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

const report = routes.createSales.body.shape.sales.element;

/** Reads a row without its program. */
function readSale(cells: Cells): ReportedSale & { external_id: string } {
  const reader = createRowReader(cells);
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
  // The problems of these two cells are named above.
  const fields = { amount_kop: amount_kop || 1, paid_on: paid_on ?? '2020-01-01', product, comment };
  const sale = reader.parse(report, { ...fields, ...(vat ? { vat_kop: vat } : {}), buyer, external_id });
  return { ...sale, external_id };
}

/**
 * Imports sales and refunds. A sale with a known number is not changed; a sale of an unknown client waits for the client. Refunds follow the sales of the
 * file.
 */
export function createSaleKind({ importSale, importRefund }: SaleWrites): Kind {
  return {
    headers: HEADERS,
    order: { fields: ['refund_of'], toText: ({ refund_of }) => (refund_of === undefined ? '' : 'refund') },
    read(cells, { staff }) {
      const sale = readSale(cells);
      const { organizationId } = staff;
      const { refund_of, program } = cells;
      return {
        key: sale.external_id,
        async apply(trx) {
          const known = await findSale(trx, organizationId, sale.external_id);
          if (known !== undefined)
            return { state: 'skipped', objectId: known.id, detail: 'Продажа с этим номером уже есть.' };
          if (refund_of === undefined) {
            const of =
              program === undefined ? {} : { program: await findProgram(trx, organizationId, program) };
            return { state: 'created', objectId: await importSale(trx, staff, { ...sale, ...of }) };
          }
          const sold = await findSale(trx, organizationId, refund_of);
          if (sold === undefined) throw invalid({ refund_of: [`Продажи с номером «${refund_of}» нет.`] });
          if (sold.waits) throw invalid({ refund_of: ['Эта продажа ждет клиента. Сначала сопоставьте ее.'] });
          return { state: 'created', objectId: await importRefund(trx, staff, sold.id, sale) };
        },
      };
    },
  };
}

/** Returns the sale, or the waiting sale, with a number. */
async function findSale(trx: Db, organizationId: string, externalId: string) {
  const sale = await trx
    .selectFrom('sales')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  if (sale !== undefined) return { id: sale.id, waits: false };
  const waiting = await trx
    .selectFrom('waiting_sales')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('external_id', '=', externalId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return waiting && { id: waiting.id, waits: true };
}
