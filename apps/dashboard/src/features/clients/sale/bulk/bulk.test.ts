import { expect, test } from 'vitest';
import {
  createRow,
  type FoundClient,
  isBlankRow,
  parseCells,
  parseKop,
  parsePastedDay,
  pasteCells,
  toDraft,
  toSale,
} from './bulk.ts';

const TODAY = '2026-08-21';
const client = (number: number, programs: FoundClient['programs'] = []): FoundClient => ({
  id: `00000110-0000-7000-8000-00000000000${number}`,
  number: `К-${number}`,
  name: `Клиент ${number}`,
  programs,
});
const row = (fields: object = {}) => ({ ...createRow(1, TODAY), ...fields });

test.each([
  ['12 345,67', 1_234_567],
  ['12\u00a0345,67 ₽', 1_234_567],
  ['200.5', 20_050],
  ['100 руб.', 10_000],
  ['0', null],
  ['12,345', null],
  ['-100', null],
  ['много', null],
])('reads the sum %j', (text, kop) => {
  expect(parseKop(text)).toBe(kop);
});

test.each([
  ['05.11.2026', '2026-11-05'],
  ['5.1.2026', '2026-01-05'],
  ['05.11.26', '2026-11-05'],
  ['2026-11-05', '2026-11-05'],
  ['31.02.2026', null],
  ['вчера', null],
])('reads the day %j', (text, day) => {
  expect(parsePastedDay(text)).toBe(day);
});

test.each([
  ['К-1', null],
  ['К-1\t100', [['К-1', '100']]],
  [
    'К-1\t 100 \r\nК-2\t200\r\n',
    [
      ['К-1', '100'],
      ['К-2', '200'],
    ],
  ],
  ['100\n200\n', [['100'], ['200']]],
  ['Клиент\tСумма\tДата\nК-1\t100\t05.11.2026', [['К-1', '100', '05.11.2026']]],
])('splits the pasted text %j into cells', (text, cells) => {
  expect(parseCells(text)).toEqual(cells);
});

test('pasted cells fill rows from the focused cell on and keep the day of rows without one', () => {
  const next = () => createRow(2, TODAY);
  const rows = pasteCells(
    [row({ client: 'К-1' })],
    [
      ['100', ''],
      ['200', '01.08.2026'],
    ],
    { row: 0, column: 1 },
    next,
  );
  expect(rows.map((one) => [one.client, one.amount_kop, one.paid_on])).toEqual([
    ['К-1', '100', '21.08.2026'],
    ['', '200', '01.08.2026'],
  ]);
});

test('a row with only a day is blank, and a draft holds no ИНН', () => {
  expect(isBlankRow(row())).toBe(true);
  const filled = [row({ client: '7707083893', amount_kop: '5' }), row({ client: 'К-1' })];
  expect(toDraft(filled).map((one) => one.client)).toEqual(['', 'К-1']);
});

test('a row is a sale of the only found client', () => {
  const filled = row({
    client: 'к-1',
    amount_kop: '1 000',
    vat_kop: '166,67',
    product: 'Окна',
    external_id: 'A-1',
  });
  expect(toSale(filled, [client(1)])).toEqual({
    sale: {
      client: client(1).id,
      amount_kop: 100_000,
      paid_on: TODAY,
      vat_kop: 16_667,
      product: 'Окна',
      external_id: 'A-1',
    },
  });
});

test.each([
  ['8 916 123-45-67', { phone: '+79161234567' }],
  ['buh@lutik.ru', { email: 'buh@lutik.ru' }],
  ['7707083893', { inn: '7707083893' }],
  ['10045', { external_id: '10045' }],
  ['ООО Лютик', { name: 'ООО Лютик' }],
])('a sale of the unknown client %j names its buyer', (text, buyer) => {
  expect(toSale(row({ client: text, amount_kop: '5' }), [])).toMatchObject({ sale: { buyer } });
});

test('missing and unreadable values are reported', () => {
  const errorsOf = (fields: object, found: FoundClient[] = [client(1)]) => {
    const result = toSale(row({ client: 'к', amount_kop: '5', ...fields }), found);
    return 'errors' in result ? result.errors : {};
  };
  expect(errorsOf({ client: '', amount_kop: '', paid_on: '' })).toEqual({
    client: 'Введите клиента',
    amount_kop: 'Введите сумму',
    paid_on: 'Введите дату',
  });
  expect(errorsOf({ amount_kop: 'сто', paid_on: 'вчера', vat_kop: 'нет' })).toEqual({
    amount_kop: 'Введите сумму так: 12\u00a0345,67',
    paid_on: 'Введите дату так: 05.11.2026',
    vat_kop: 'Введите НДС так: 1\u00a0234,56',
  });
  expect(errorsOf({ client: 'К-999' }, [])).toEqual({ client: 'Клиент не найден' });
  expect(errorsOf({}, [client(1), client(2)])).toEqual({ client: 'Выберите клиента' });
  expect(errorsOf({ chosen: client(2).id }, [client(1), client(2)])).toEqual({});
  const programs = [1, 2].map((number) => ({ id: client(number).id, name: 'Окна', partner: 'Смирнов' }));
  expect(errorsOf({}, [client(1, programs)])).toEqual({ program: 'Выберите программу' });
});
