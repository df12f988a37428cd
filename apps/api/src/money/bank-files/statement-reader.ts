import { createHash } from 'node:crypto';
import { day as calendarDay, MAX_KOP } from '@referral-dashboard/api-contract';
import { plainLine, truncate } from './bank-order.ts';
import { paymentNumbersIn } from './payment-numbers.ts';

/** A document of a statement. Texts have one line and at most the length in `LENGTHS`. */
export type StatementDocument = {
  /** True for a credit, which can be a return. The payee fields then contain its sender, and `payer_account` the account of the organization. */
  is_return: boolean;
  number: string;
  /** Day of the transfer, or of the document when the transfer has no day. */
  day: string;
  amount_kop: number;
  payer_account: string;
  payee: string;
  payee_account: string;
  payee_inn: string;
  purpose: string;
  /** Payment numbers in the purpose without their letters: 7 for В-7. */
  numbers: number[];
  /** SHA-256 hash that identifies the document in all files and code pages. */
  digest: string;
};

export type StatementFile = {
  accounts: string[];
  from: string | null;
  to: string | null;
  /** Readable debits of the accounts. */
  debits: StatementDocument[];
  /** Readable credits from other accounts. */
  credits: StatementDocument[];
  /** Number of document sections. */
  documents: number;
  /** Number of debits without a valid number, day or sum, or with a NUL byte. */
  unreadable: number;
};

/** A file, or the reason for its refusal in Russian. */
export type StatementRead = { file: StatementFile } | { problem: string };

/** Maximum stored lengths of fields in characters. Banks allow 160 for names and 210 for purposes. */
const LENGTHS = { number: 50, account: 34, inn: 12, payee: 300, purpose: 1000 } as const;

/** A statement with this many lines takes about a second and 150 MB to read. */
const MAX_LINES = 1_000_000;
const MAX_DOCUMENTS = 20_000;
const MAX_ACCOUNTS = 100;
/** Maximum number of characters read from a line. */
const LINE_LENGTH = 4000;

const PURPOSE_PARTS = [1, 2, 3, 4, 5, 6].map((part) => `НазначениеПлатежа${part}`);

const NO_STATEMENT =
  'Это не выписка в формате 1С. В клиент-банке выберите выгрузку для 1С и загрузите полученный файл.';
const DAMAGED = 'Файл поврежден. Выберите его снова.';
const TOO_MANY_DOCUMENTS = 'В выписке больше 20\u00a0000 документов. Выгрузите ее за меньший период.';
const TOO_MANY_LINES = 'В выписке больше миллиона строк. Выгрузите ее за меньший период.';

/** Section keys that are read. */
const KEYS: ReadonlySet<string> = new Set([
  ...['Номер', 'Дата', 'ДатаСписано', 'ДатаПоступило', 'Сумма', 'ПлательщикСчет', 'ПлательщикРасчСчет'],
  ...['Плательщик', 'Плательщик1', 'ПлательщикИНН'],
  ...['Получатель', 'Получатель1', 'ПолучательСчет', 'ПолучательРасчСчет', 'ПолучательИНН'],
  ...['НазначениеПлатежа', ...PURPOSE_PARTS],
]);

const MARK = '1CClientBankExchange';

/** Code pages with the declaration in the file. The declaration itself is written in the code page. */
const ENCODINGS = [
  ['utf-8', /^Кодировка=\s*utf-?8/imu],
  ['windows-1251', /^Кодировка=\s*windows/imu],
  ['ibm866', /^Кодировка=\s*dos/imu],
] as const;

/** Number of bytes that are searched for the declaration. */
const HEAD_BYTES = 4000;

const decodeAs = (encoding: string, bytes: Uint8Array, fatal: boolean): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Returns the text of a statement; undefined for a file in another format. */
function decode(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD_BYTES);
  const declared = ENCODINGS.find(([encoding, word]) => word.test(decodeAs(encoding, head, false) ?? ''));
  // A file may have no declaration or a wrong one, so the other code pages are tried too.
  const order = [...(declared === undefined ? [] : [declared]), ...ENCODINGS];
  for (const [encoding] of order) {
    const text = decodeAs(encoding, bytes, encoding === 'utf-8');
    const isStatement = text
      ?.slice(0, 100)
      .replace(/^\ufeff/, '')
      .trimStart()
      .startsWith(MARK);
    if (isStatement && (encoding === declared?.[0] || text?.includes('СекцияДокумент='))) return text;
  }
  return undefined;
}

/** Reads `21.08.2026` as `2026-08-21`; null for other texts and unsupported years. */
function parseDay(text: string | undefined): string | null {
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text ?? '') ?? [];
  return calendarDay.safeParse(`${year}-${month}-${day}`).data ?? null;
}

/** Reads `1 803,28`, `1803.2` or `1803` in kopecks; null for other texts and for sums beyond `MAX_KOP`. */
function parseKop(text: string | undefined): number | null {
  const [, roubles, kopecks = ''] =
    /^(\d{1,15})(?:[.,](\d{1,2}))?$/.exec((text ?? '').replace(/\s/g, '')) ?? [];
  if (roubles === undefined) return null;
  const kop = Number(roubles) * 100 + Number(kopecks.padEnd(2, '0'));
  return kop > MAX_KOP ? null : kop;
}

type Values = ReadonlyMap<string, string>;

const PAYER = 'Плательщик';
const PAYEE = 'Получатель';
type Side = typeof PAYER | typeof PAYEE;

/** Returns the purpose from one key, or joins it from up to six numbered keys. */
function readPurpose(get: (key: string) => string): string {
  const complete = get('НазначениеПлатежа');
  if (complete !== '') return complete;
  return PURPOSE_PARTS.map(get).filter(Boolean).join(' ');
}

function readDocument(
  values: Values,
  accounts: ReadonlySet<string>,
): StatementDocument | 'other' | 'unreadable' {
  const one = (key: string) => plainLine(values.get(key) ?? '');
  const get = (...keys: string[]) => keys.map(one).find(Boolean) ?? '';
  const accountsOf = (side: Side) => [one(`${side}Счет`), one(`${side}РасчСчет`)];
  const isOwn = (side: Side) => accountsOf(side).some((account) => accounts.has(account));
  const is_return = !isOwn(PAYER);
  if (is_return && !isOwn(PAYEE)) return 'other';
  const own: Side = is_return ? PAYEE : PAYER;
  const other: Side = is_return ? PAYER : PAYEE;
  const ordered = parseDay(one('Дата'));
  const day = parseDay(one(is_return ? 'ДатаПоступило' : 'ДатаСписано')) ?? ordered;
  const amount_kop = parseKop(one('Сумма'));
  const number = get('Номер');
  const hasNul = [...values.values()].some((value) => value.includes('\0'));
  if (hasNul || day === null || !amount_kop || number === '' || number.length > LENGTHS.number)
    return is_return ? 'other' : 'unreadable';
  const payer_account = truncate(accountsOf(own).find(Boolean) ?? '', LENGTHS.account);
  const payee_account = truncate(get(`${other}РасчСчет`, `${other}Счет`), LENGTHS.account);
  const payee_inn = truncate(get(`${other}ИНН`), LENGTHS.inn);
  const same = [payer_account, number, ordered ?? day, amount_kop, payee_account, payee_inn];
  const purpose = truncate(readPurpose(one), LENGTHS.purpose);
  return {
    is_return,
    number,
    day,
    amount_kop,
    payer_account,
    payee: truncate(get(`${other}1`, other), LENGTHS.payee),
    payee_account,
    payee_inn,
    purpose,
    numbers: paymentNumbersIn(purpose),
    digest: createHash('sha256')
      .update(JSON.stringify(is_return ? ['credit', ...same] : same))
      .digest('hex'),
  };
}

/** Reads a base64 statement in the format of 1C, in one of three code pages, with documents of any kind. */
export function readStatement(base64: string): StatementRead {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return { problem: DAMAGED };
  const text = decode(Buffer.from(base64, 'base64'));
  if (text === undefined) return { problem: NO_STATEMENT };
  const accounts = new Set<string>();
  const sections: Map<string, string>[] = [];
  let from: string | null = null;
  let to: string | null = null;
  let open: Map<string, string> | undefined;
  let lines = 0;
  for (const [fullLine] of text.matchAll(/[^\r\n]+/g)) {
    lines += 1;
    if (lines > MAX_LINES) return { problem: TOO_MANY_LINES };
    if (sections.length > MAX_DOCUMENTS) return { problem: TOO_MANY_DOCUMENTS };
    const line = fullLine.slice(0, LINE_LENGTH);
    const at = line.indexOf('=');
    const [key, value] = at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (key === 'СекцияДокумент') {
      open = new Map();
      sections.push(open);
    } else if (key === 'КонецДокумента') open = undefined;
    else if (open !== undefined) {
      if (KEYS.has(key)) open.set(key, value);
    } else if (key === 'РасчСчет' && isAccount(value) && accounts.size < MAX_ACCOUNTS) accounts.add(value);
    else if (key === 'ДатаНачала') from ??= parseDay(value);
    else if (key === 'ДатаКонца') to = parseDay(value) ?? to;
  }
  const read = sections.map((values) => readDocument(values, accounts));
  const documents = read.filter((one) => typeof one !== 'string');
  return {
    file: {
      accounts: [...accounts],
      from,
      to,
      debits: documents.filter(({ is_return }) => !is_return),
      credits: documents.filter(({ is_return }) => is_return),
      documents: sections.length,
      unreadable: read.filter((one) => one === 'unreadable').length,
    },
  };
}

const isAccount = (value: string) =>
  value !== '' && value.length <= LENGTHS.account && plainLine(value) === value;
