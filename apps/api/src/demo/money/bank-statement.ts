import { computeTransfer } from '@referral-dashboard/api-contract';
import { moscowDay } from '../../money/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DemoScene } from '../scene.ts';
import type { DemoServices } from '../services.ts';

/** The commission of the bank, which the second transfer does not contain. */
const COMMISSION_KOP = 5_000;
const FIRST_DOCUMENT = 214;

type Document = { amount_kop: number; account: string; inn: string; name: string; purpose: string };

/** Documents that are no payments to partners. */
const EXPENSES: readonly Document[] = [
  {
    amount_kop: 9_500_000,
    account: '40702810500000004411',
    inn: '7707083893',
    name: 'ООО «Складские решения»',
    purpose: 'Аренда склада за месяц, НДС не облагается',
  },
  {
    amount_kop: 1_240_000,
    account: '40702810100000007788',
    inn: '7713076301',
    name: 'ПАО «Связь»',
    purpose: 'Услуги связи по договору 118',
  },
  {
    amount_kop: 290_000,
    account: '70601810000000000001',
    inn: '7707083893',
    name: 'ПАО Сбербанк',
    purpose: 'Комиссия за ведение счета',
  },
];

/** Uploads a statement of today: of the payments at the bank, the first document matches exactly and the others have another sum. */
export async function uploadStatement(
  trx: Db,
  { organizationId, staff, now }: DemoScene,
  { bankStatements }: DemoServices,
) {
  const { bank_account } = await trx
    .selectFrom('organizations')
    .select('bank_account')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const payments = await trx
    .selectFrom('payments')
    .select(['amount_kop', 'tax_kop', 'purpose', 'method'])
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'processing')
    .orderBy('number')
    .execute();
  const transfers = payments.map(
    ({ purpose, method, ...sum }, index): Document => ({
      purpose,
      amount_kop: computeTransfer(sum) - (index > 0 ? COMMISSION_KOP : 0),
      account: method?.account ?? '',
      inn: method?.inn ?? '',
      name: method?.payee ?? '',
    }),
  );
  const text = writeStatement(bank_account, moscowDay(now), [...transfers, ...EXPENSES]);
  const data = Buffer.from(text).toString('base64');
  await bankStatements.upload(staff, { name: 'Выписка за сегодня', data });
}

/** A bank statement in the format of 1C with debits of one day. */
function writeStatement(own: string, day: string, documents: readonly Document[]): string {
  const date = day.split('-').reverse().join('.');
  const sections = documents.flatMap(({ amount_kop, account, inn, name, purpose }, index) => [
    'СекцияДокумент=Платежное поручение',
    `Номер=${FIRST_DOCUMENT + index}`,
    `Дата=${date}`,
    `Сумма=${(amount_kop / 100).toFixed(2)}`,
    `ДатаСписано=${date}`,
    `ПлательщикСчет=${own}`,
    `ПолучательСчет=${account}`,
    `ПолучательИНН=${inn}`,
    `Получатель1=${name}`,
    `НазначениеПлатежа=${purpose}`,
    'КонецДокумента',
  ]);
  const header = ['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=UTF-8'];
  const period = [`ДатаНачала=${date}`, `ДатаКонца=${date}`, `РасчСчет=${own}`];
  return [...header, ...period, ...sections, 'КонецФайла', ''].join('\r\n');
}
