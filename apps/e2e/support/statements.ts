import type { TestServer } from '@referral-dashboard/api/testing';

/** Bank statement in the 1C format in which all payments are executed. */
export async function buildStatement({ db, now }: TestServer, account: string): Promise<Buffer> {
  const payments = await db
    .selectFrom('payments')
    .select(['number', 'amount_kop', 'tax_kop', 'purpose', 'method'])
    .execute();
  const day = now().toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' });
  const documents = payments.flatMap(({ number, amount_kop, tax_kop, purpose, method }) => [
    'СекцияДокумент=Платежное поручение',
    `Номер=${number}`,
    `Дата=${day}`,
    `ДатаСписано=${day}`,
    `Сумма=${((amount_kop - tax_kop) / 100).toFixed(2)}`,
    `ПлательщикСчет=${account}`,
    `ПолучательСчет=${method?.account ?? ''}`,
    `ПолучательИНН=${method?.inn || '0'}`,
    `НазначениеПлатежа=${purpose}`,
    'КонецДокумента',
  ]);
  const head = ['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=UTF-8', `РасчСчет=${account}`];
  return Buffer.from([...head, ...documents, 'КонецФайла', ''].join('\r\n'));
}
