import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  ACT_DATES,
  type FormedActs,
  type JournalEntry,
  type Page,
  type Payment,
} from '@referral-dashboard/api-contract';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfText } from '../setup/files.ts';
import { createInn } from '../setup/inn.ts';
import { api, approve, type Caller, createWorld, ok, type World } from '../setup/world.ts';

/** Amounts that floating-point arithmetic in roubles would change. */
const SUMS = [1_005, 200_010, 123_456_789, 29, 70];
const TOTAL = SUMS.reduce((sum, one) => sum + one, 0);
const WORDS = 'За «ёлку» "=1+1" 👨‍👩‍👧 ﬁ';

let world: World;
let partner: Caller;
let act: string;
beforeAll(async () => {
  world = await createWorld();
  const { server, boss } = world;
  const to = (moment: string) => server.advance((Date.parse(moment) - server.now().getTime()) / 1000);
  to('2029-11-10T09:00:00Z');
  const { card, caller } = await world.partner({
    kind: 'ip',
    inn: createInn(70),
    company_name: 'ИП "Щёголев" 🚀 =CMD()',
    last_name: 'Щёголев',
    first_name: 'Олег',
    father_name: 'Ильич',
    contract_number: '12/Р',
    contract_date: '2029-01-15',
    min_payout_kop: 1,
  });
  partner = caller;
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await boss.post(`${api}/partners/${card.id}/payout-methods/`, account));
  server.advance(25 * 60 * 60);
  for (const amount_kop of SUMS)
    ok(
      await boss.post(`${api}/accruals/`, {
        partner: card.id,
        kind: 'bonus',
        amount_kop,
        explanation: WORDS,
      }),
    );
  const { id } = ok<Payment>(await boss.post(`${api}/payments/`, { partner: card.id }));
  ok(await approve(boss, `${api}/payments/${id}/`));
  ok(await boss.post(`${api}/payments/${id}/mark-paid/`, { paid_on: '2029-11-11', external_ref: 'ПП 7' }));
  to('2029-12-01T09:00:00Z');
  const [made] = ok<FormedActs>(await boss.post(`${api}/acts/`, { month: '2029-11' })).results;
  act = made?.id ?? '';
});
afterAll(() => world.stop());

async function take(format: 'pdf' | 'xlsx', by = partner) {
  const response = await by.open(`${api}/acts/${act}/file/?format=${format}`);
  expect(response.status).toBe(200);
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const roubles = (kop: number) =>
  new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2 }).format(kop / 100).replace(/\s/g, ' ');

test('the PDF of an act contains every line and the total to the kopeck, and its font has all characters', async () => {
  const { response, bytes } = await take('pdf');
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toContain('act-1-2029-11.pdf');
  const text = await pdfText(bytes);
  expect(text).toContain('Акт об оказании услуг № А-1 от 30.11.2029 за ноябрь 2029');
  expect(text).toContain(ACT_DATES);
  expect(text).toContain('Договор оказания услуг № 12/Р от 15.01.2029');
  expect(text).toContain('ИП "Щёголев" * =CMD()');
  expect(text.match(/За «ёлку» "=1\+1" \* (?:ﬁ|fi)/g)).toHaveLength(SUMS.length);
  for (const kop of [...SUMS, TOTAL]) expect(text).toContain(roubles(kop));
  expect(text).toContain(
    'Один миллион двести тридцать шесть тысяч пятьсот семьдесят девять рублей 03 копейки',
  );
  expect(text).toContain('Без НДС');
});

test('the PDF of an act names the partner as its signer, and leaves blanks for the representative of the organization', async () => {
  const text = await pdfText((await take('pdf')).bytes);
  expect(text).toMatch(
    /Заказчик должность подпись фамилия и инициалы Исполнитель подпись Щёголев О\. И\. фамилия и инициалы/,
  );
});

test('the workbook of an act contains the same lines with amounts as numbers', async () => {
  const { bytes } = await take('xlsx');
  const [sheet] = await readXlsx(Buffer.from(bytes));
  const rows = sheet?.data ?? [];
  const lines = rows.filter(([number]) => typeof number === 'number');
  expect(lines.map((row) => row[5])).toEqual(SUMS.map((kop) => kop / 100));
  expect(lines.every((row) => row[4] === WORDS && row[2] === 'В-1')).toBe(true);
  expect(rows.find((row) => row[4] === 'Итого')?.[5]).toBe(TOTAL / 100);
  expect(rows[0]?.[0]).toContain('Акт об оказании услуг № А-1');
  expect(rows.flat().some((cell) => String(cell).includes('ИП "Щёголев" 🚀 =CMD()'))).toBe(true);
});

test('the server answers other requests while it writes PDF files, and equal acts give equal files', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  await take('pdf');
  delay.enable();
  const [first, second] = await Promise.all([take('pdf'), take('pdf')]);
  delay.disable();
  expect(await pdfText(first.bytes)).toBe(await pdfText(second.bytes));
  expect(delay.percentile(50) / 1e6).toBeLessThan(100);
});

test('the files contain the response of the partner and are otherwise unchanged', async () => {
  const before = await pdfText((await take('pdf')).bytes);
  ok(await partner.post(`${api}/acts/${act}/confirm/`));
  const after = await pdfText((await take('pdf', world.boss)).bytes);
  const answer = 'Исполнитель подтвердил акт в личном кабинете 01.12.2029 в 12:00.';
  expect(before).not.toContain(answer);
  expect(after.replace(`${answer} `, '')).toBe(before);
});

test('an unknown file format is refused', async () => {
  expect((await partner.get(`${api}/acts/${act}/file/?format=csv`)).status).toBe(400);
});

test('a download of an act is recorded in the journal of the organization', async () => {
  await take('pdf');
  const { results } = ok<Page<JournalEntry>>(await world.boss.get(`${api}/journal/?kind=act&object=${act}`));
  expect(results[0]).toMatchObject({
    action: 'act.export',
    title: 'Акт скачан',
    changes: expect.arrayContaining([
      { field: 'Файл', before: null, after: 'Акт' },
      { field: 'Формат', before: null, after: 'PDF' },
      { field: 'Строк', before: null, after: String(SUMS.length) },
    ]),
  });
});
