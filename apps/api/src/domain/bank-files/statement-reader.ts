import { createHash } from 'node:crypto';

/** A document of a statement, as the bank wrote it. */
export type StatementDocument = {
  number: string;
  /** On which the money went, else of the document. */
  day: string;
  amount_kop: number;
  payer_account: string;
  payee: string;
  payee_account: string;
  payee_inn: string;
  purpose: string;
  /** The same for the same document, whatever file and code page it comes in. */
  digest: string;
};

export type StatementFile = {
  accounts: string[];
  from: string | null;
  to: string | null;
  /** Debits of the accounts. */
  debits: StatementDocument[];
  /** Sections of documents in all. */
  documents: number;
  /** Debits without a number, a day, or a sum. */
  unreadable: number;
};

const MARK = '1CClientBankExchange';

/** Code pages by the file's own word for them. A file says it in the very code page that it names. */
const ENCODINGS = [
  ['utf-8', /^Кодировка=\s*utf-?8/imu],
  ['windows-1251', /^Кодировка=\s*windows/imu],
  ['ibm866', /^Кодировка=\s*dos/imu],
] as const;

/** @returns the text, or undefined for what is no statement in the format of 1C. */
function decode(bytes: Uint8Array): string | undefined {
  const texts = ENCODINGS.flatMap(([encoding, word]) => {
    try {
      const text = new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
      return [{ text, isNamed: word.test(text.slice(0, 4000)), encoding }];
    } catch {
      return [];
    }
  });
  const found =
    texts.find(({ isNamed }) => isNamed) ?? texts.find(({ text }) => text.includes('СекцияДокумент='));
  return found?.text
    .replace(/^\ufeff/, '')
    .trimStart()
    .startsWith(MARK)
    ? found.text
    : undefined;
}

/** Reads `21.08.2026` as `2026-08-21`; null for a day that the calendar does not have. */
function dayOf(written: string | undefined): string | null {
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(written?.trim() ?? '') ?? [];
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(iso);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso;
}

/** Reads `1 803,28`, `1803.2` or `1803` in kopecks; null for what is no sum. */
function kopOf(written: string | undefined): number | null {
  const [, roubles, kopecks = ''] =
    /^(\d{1,15})(?:[.,](\d{1,2}))?$/.exec((written ?? '').replace(/\s/g, '')) ?? [];
  return roubles === undefined ? null : Number(roubles) * 100 + Number(kopecks.padEnd(2, '0'));
}

type Values = ReadonlyMap<string, string>;

/** A purpose in one line, or in up to six. */
function purposeOf(values: Values): string {
  const whole = values.get('НазначениеПлатежа') ?? '';
  if (whole !== '') return whole;
  return [1, 2, 3, 4, 5, 6]
    .map((part) => values.get(`НазначениеПлатежа${part}`) ?? '')
    .filter(Boolean)
    .join(' ');
}

function documentOf(
  values: Values,
  accounts: ReadonlySet<string>,
): StatementDocument | 'other' | 'unreadable' {
  const get = (...keys: string[]) => keys.map((key) => values.get(key)?.trim() ?? '').find(Boolean) ?? '';
  const payer_account = get('ПлательщикСчет', 'ПлательщикРасчСчет');
  const payer = [values.get('ПлательщикСчет'), values.get('ПлательщикРасчСчет')].map(
    (one) => one?.trim() ?? '',
  );
  if (!payer.some((account) => accounts.has(account))) return 'other';
  const day = dayOf(values.get('ДатаСписано')) ?? dayOf(values.get('Дата'));
  const amount_kop = kopOf(values.get('Сумма'));
  const number = get('Номер');
  if (day === null || amount_kop === null || amount_kop === 0 || number === '') return 'unreadable';
  const payee_account = get('ПолучательРасчСчет', 'ПолучательСчет');
  const payee_inn = get('ПолучательИНН');
  const same = [
    payer_account,
    number,
    dayOf(values.get('Дата')) ?? day,
    amount_kop,
    payee_account,
    payee_inn,
  ];
  return {
    number,
    day,
    amount_kop,
    payer_account,
    payee: get('Получатель1', 'Получатель'),
    payee_account,
    payee_inn,
    purpose: purposeOf(values),
    digest: createHash('sha256').update(JSON.stringify(same)).digest('hex'),
  };
}

/** Reads a statement in the format of 1C: in three code pages, with any documents in it. Undefined for what is none. */
export function readStatement(bytes: Uint8Array): StatementFile | undefined {
  const text = decode(bytes);
  if (text === undefined) return undefined;
  const accounts = new Set<string>();
  const sections: Map<string, string>[] = [];
  let [from, to]: (string | null)[] = [null, null];
  let open: Map<string, string> | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const at = line.indexOf('=');
    const [key, value] = at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (key === 'СекцияДокумент') {
      open = new Map();
      sections.push(open);
    } else if (key === 'КонецДокумента') open = undefined;
    else if (open !== undefined) open.set(key, value);
    else if (key === 'РасчСчет' && value !== '') accounts.add(value);
    else if (key === 'ДатаНачала') from ??= dayOf(value);
    else if (key === 'ДатаКонца') to = dayOf(value) ?? to ?? null;
  }
  const read = sections.map((values) => documentOf(values, accounts));
  return {
    accounts: [...accounts],
    from: from ?? null,
    to: to ?? null,
    debits: read.filter((one) => typeof one !== 'string'),
    documents: sections.length,
    unreadable: read.filter((one) => one === 'unreadable').length,
  };
}
