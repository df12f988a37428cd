import { describe, expect, test } from 'vitest';
import { readStatement } from './statement-reader.ts';

const OWN = '40702810900000000001';
const FIELDS = {
  Номер: '7',
  Дата: '21.08.2026',
  Сумма: '1803.28',
  ПлательщикСчет: OWN,
  ПолучательСчет: '40817810000000000000',
  ПолучательИНН: '500100732259',
  Получатель: 'Иванов Иван',
  НазначениеПлатежа: 'Выплата В-7',
};
const section = (fields: Record<string, string>) => [
  'СекцияДокумент=Платежное поручение',
  ...Object.entries(fields).map(([key, value]) => `${key}=${value}`),
  'КонецДокумента',
];
const fileOf = (...lines: string[]) =>
  Buffer.from(['1CClientBankExchange', 'Кодировка=UTF-8', `РасчСчет=${OWN}`, ...lines].join('\r\n')).toString(
    'base64',
  );
function read(...changes: Partial<typeof FIELDS>[]) {
  const result = readStatement(fileOf(...changes.flatMap((change) => section({ ...FIELDS, ...change }))));
  if ('problem' in result) throw new Error(result.problem);
  return result.file;
}

describe('a section counts as unreadable', () => {
  test.each([
    ['with a NUL byte in its number', { Номер: '7\0' }],
    ['with a NUL byte in its purpose', { НазначениеПлатежа: 'В-7\0' }],
    ['with a NUL byte in the payee', { Получатель: 'Иванов\0' }],
    ['in the year 0000', { Дата: '01.01.0000' }],
    ['in the year 9999', { Дата: '01.01.9999' }],
    ['on a day that the calendar does not have', { Дата: '30.02.2026' }],
    ['with a sum beyond the largest amount', { Сумма: '999999999999999.99' }],
    ['with a sum of zero', { Сумма: '0.00' }],
    ['with a sum in letters', { Сумма: 'сто' }],
    ['with a number of 51 characters', { Номер: '7'.repeat(51) }],
    ['without a number', { Номер: '' }],
  ])('%s, and the others are read', (_, change) => {
    expect(read({}, change)).toMatchObject({ documents: 2, unreadable: 1, debits: [{ number: '7' }] });
  });
});

test('reads the largest amount', () => {
  expect(read({ Сумма: '100000000000.00' }).debits[0]?.amount_kop).toBe(10_000_000_000_000);
});

test('truncates long fields', () => {
  const long = 'я'.repeat(2_500_000);
  const [debit] = read({ НазначениеПлатежа: long, Получатель: long, ПолучательИНН: long }).debits;
  expect([debit?.purpose.length, debit?.payee.length, debit?.payee_inn.length]).toEqual([1000, 300, 12]);
});

test('removes control characters and bidi controls from texts', () => {
  const [debit] = read({
    Получатель: 'Иванов\u202e\u0007Иван',
    НазначениеПлатежа: 'В-7\u200b\tаванс',
  }).debits;
  expect(debit).toMatchObject({ payee: 'Иванов Иван', purpose: 'В-7 аванс' });
});

test('ignores a period outside the supported years', () => {
  const found = readStatement(fileOf('ДатаНачала=01.01.0000', 'ДатаКонца=31.12.9999', ...section(FIELDS)));
  expect(found).toMatchObject({ file: { from: null, to: null, debits: [{}] } });
});

test('reads at most 100 accounts of at most 34 characters', () => {
  const accounts = Array.from({ length: 200 }, (_, index) => `РасчСчет=${index}`);
  const found = readStatement(fileOf(`РасчСчет=${'1'.repeat(35)}`, 'РасчСчет=1\0', ...accounts));
  const known = 'file' in found ? found.file.accounts : [];
  expect(known).toHaveLength(100);
  expect(known.every((account) => account.length <= 34 && !account.includes('\0'))).toBe(true);
});

test('refuses a file of more than 20,000 documents with a message', () => {
  const one = section(FIELDS).join('\n');
  const found = readStatement(fileOf(`${one}\n`.repeat(20_001)));
  expect(found).toEqual({ problem: expect.stringContaining('больше 20\u00a0000 документов') });
});

test('refuses a file of more than a million lines with a message', () => {
  expect(readStatement(fileOf('я\n'.repeat(1_000_001)))).toEqual({
    problem: expect.stringContaining('больше миллиона строк'),
  });
});

test.each(['***', 'AAA', 'A===', 'AAAA\n'])('refuses invalid base64 with a message: %j', (data) => {
  expect(readStatement(data)).toEqual({ problem: 'Файл поврежден. Выберите его снова.' });
});
