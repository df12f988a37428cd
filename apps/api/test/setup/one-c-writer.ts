import iconv from 'iconv-lite';

type CodePage = 'Windows' | 'DOS' | 'UTF-8';
const ENCODINGS: Record<CodePage, string> = { Windows: 'win1251', DOS: 'cp866', 'UTF-8': 'utf8' };

export type Debit = {
  number: string;
  /** `2026-11-22` */
  day: string;
  amount: string;
  purpose: string | readonly string[];
  account?: string;
  inn?: string;
  payee?: string;
  from?: string;
  /** True for a credit of the account `own`, whose sender is in the payee fields. */
  isCredit?: boolean;
};

const russian = (day: string) => day.split('-').reverse().join('.');

/** Returns a bank statement in base64. A purpose may have several parts. */
export function statementFile(own: string, debits: readonly Debit[], codePage: CodePage = 'Windows'): string {
  const block = ['СекцияРасчСчет', 'ДатаНачала=01.11.2026', `РасчСчет=${own}`, 'КонецРасчСчет'];
  const sections = debits.flatMap(({ number, day, amount, purpose, account, inn, payee, from, isCredit }) => [
    'СекцияДокумент=Банковский ордер',
    `Номер=${number}`,
    `Дата=${russian(day)}`,
    `Сумма=${amount}`,
    `${isCredit ? 'ДатаПоступило' : 'ДатаСписано'}=${russian(day)}`,
    `${isCredit ? 'Получатель' : 'Плательщик'}Счет=${from ?? own}`,
    `${isCredit ? 'Получатель' : 'Плательщик'}ИНН=7707083893`,
    `${isCredit ? 'Плательщик' : 'Получатель'}Счет=${account ?? '40817810000000000000'}`,
    `${isCredit ? 'Плательщик' : 'Получатель'}ИНН=${inn ?? '0'}`,
    `${isCredit ? 'Плательщик' : 'Получатель'}=${payee ?? 'Иванов Иван'}`,
    ...(typeof purpose === 'string'
      ? [`НазначениеПлатежа=${purpose}`]
      : ['НазначениеПлатежа=', ...purpose.map((part, index) => `НазначениеПлатежа${index + 1}=${part}`)]),
    'КонецДокумента',
  ]);
  const lines = [
    ...['1CClientBankExchange', 'ВерсияФормата=1.03', `Кодировка=${codePage}`, `РасчСчет=${own}`],
    ...['ДатаНачала=01.11.2026', 'ДатаКонца=30.11.2026', ...block, ...block, ...sections, 'КонецФайла', ''],
  ];
  return iconv.encode(lines.join('\r\n'), ENCODINGS[codePage]).toString('base64');
}
