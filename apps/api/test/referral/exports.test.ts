import type { Client, HomeSummary, Lead, Program, Sale } from '@referral-dashboard/api-contract';
import { stateMachines } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { column, csvRows, csvText, listed, xlsxRows } from '../setup/files.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const ATTACK = { name: '=HYPERLINK("http://x")', comment: "ждет\n=cmd|' /C calc'!A0;x" };
const NOUNS = ['leads', 'partners', 'accruals', 'payments', 'clients', 'sales'];

let world: World;
let program: Program;
let partner: { id: string; caller: Caller };
let other: Caller;
beforeAll(async () => {
  world = await createWorld();
  program = await world.program();
  const [one, two] = [
    await world.partner({ note: 'секретная заметка', inn: '010000000021' }),
    await world.partner(),
  ];
  for (const { card } of [one, two]) await world.enroll(program.id, card.id);
  [partner, other] = [{ id: one.card.id, caller: one.caller }, two.caller];
  const ownFilter = { partner: one.card.id, comment: 'секретный комментарий' };
  for (let index = 0; index < 5; index += 1) {
    const email = `client${index}@secret.example`;
    await world.lead(program.id, { ...ownFilter, email, name: `Клиент ${index}` });
  }
  await world.lead(program.id, { partner: two.card.id, ...ATTACK });
  const { id } = await world.lead(program.id, { ...ownFilter, name: 'Сделка' });
  for (const move of [
    { to: 'qualified', version: 1 },
    { to: 'won', version: 2, deal_amount_kop: 123_456 },
  ])
    ok(await world.boss.post(`${api}/leads/${id}/transition/`, move));
  const bonus = { kind: 'bonus', amount_kop: 200_000, explanation: 'За встречу' };
  for (let index = 0; index < 2; index += 1)
    ok(await world.boss.post(`${api}/accruals/`, { ...bonus, partner: one.card.id }));
  ok(await world.boss.post(`${api}/payments/`, { partner: one.card.id }));
});
afterAll(() => world.stop());

describe('an export of leads', () => {
  test.each([
    '',
    'status=new',
    'ordering=number',
    'ordering=-updated_at',
    'search=клиент 1',
    'search=nobody',
  ])('contains the rows of the list in the same order and their sum for the query «%s»', async (query) => {
    const leads = await listed<Lead>(world.boss, 'leads', query);
    const numbers = leads.map(({ number }) => number);
    const sum = leads.reduce(
      (total, { status, deal_amount_kop }) => (status === 'won' ? total + (deal_amount_kop ?? 0) : total),
      0,
    );

    const csv = await csvRows(world.boss, 'leads', query);
    expect(column(csv, 'Номер')).toEqual(numbers);
    const roubles = column(csv, 'Сумма сделки, ₽').map((sum = '') => Number(sum.replace(',', '.')));
    expect(Math.round(roubles.reduce((total, value) => total + value, 0) * 100)).toBe(sum);

    const { sheet, rows } = await xlsxRows(world.boss, 'leads', query);
    expect(sheet).toBe('Лиды');
    expect(column(rows, 'Номер')).toEqual(numbers);
  });

  test('contains Russian names of statuses, reasons and sources, and its row count', async () => {
    const { id, version } = await world.lead(program.id);
    ok(
      await world.boss.post(`${api}/leads/${id}/transition/`, {
        to: 'rejected',
        reason_code: 'spam',
        version,
      }),
    );
    const [row] = await csvRows(world.boss, 'leads', 'status=rejected');
    expect(row).toMatchObject({ Статус: 'Отклонен', Причина: 'Спам', Источник: 'Организация', Партнер: '' });
    const { headers } = await world.boss.open(`${api}/leads/export/?format=csv&status=rejected`);
    expect(headers.get('x-total-count')).toBe('1');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  test('contains no formulas, even in later lines of a cell', async () => {
    const rows = await csvRows(world.boss, 'leads', 'search=hyperlink');
    expect(rows).toEqual([
      expect.objectContaining({
        Имя: `'=HYPERLINK("http://x")`,
        Телефон: expect.stringMatching(/^\+7 916 /),
        Комментарий: "ждет\n'=cmd|' /C calc'!A0;x",
      }),
    ]);
    const text = await csvText(world.boss, 'leads');
    expect(text.split(/[\r\n]+/).filter((line) => /^["=+\-@\t]/.test(line))).toEqual([]);
    expect((await xlsxRows(world.boss, 'leads', 'search=hyperlink')).rows).toMatchObject([
      {
        Имя: ATTACK.name,
        Телефон: expect.stringMatching(/^\+7 916 /),
        Комментарий: ATTACK.comment,
      },
    ]);
  });

  test('contains only own leads with masked contacts and without notes for a partner', async () => {
    const leads = await listed<Lead>(partner.caller, 'leads', '');
    const rows = await csvRows(partner.caller, 'leads');
    expect(column(rows, 'Номер')).toEqual(leads.map(({ number }) => number));
    expect(new Set(column(rows, 'Телефон').map((phone) => phone?.replace(/\d\d$/, '')))).toEqual(
      new Set(['+7 916 ***-**-']),
    );
    const text = await csvText(partner.caller, 'leads');
    expect(text).not.toMatch(/секретн|secret|HYPERLINK/);
    expect(Object.keys(rows[0] ?? {})).not.toContain('Комментарий');
    expect(await csvRows(other, 'leads')).toHaveLength(1);
  });

  test('contains every row once when the rows exceed one batch', async () => {
    await sql`
      insert into leads (organization_id, id, number, program_id, reward_event, source, name, phone, holds_phone, email,
        email_key, company, comment, status, self_referral, unverified, search_text, created_at, updated_at)
      select organization_id, gen_random_uuid(), 10000 + n, id, reward_event, 'import', 'Один из многих', '+79160000000',
        false, '', '', '', '', 'new', false, false, 'один из многих', now(), now()
      from programs, generate_series(1, 2345) n where id = ${program.id}`.execute(world.server.db);
    const numbers = column(await csvRows(world.boss, 'leads', 'source=import'), 'Номер');
    expect(numbers).toHaveLength(2345);
    expect(new Set(numbers).size).toBe(2345);
  });
});

test('an export of partners contains the rows of the list with their figures', async () => {
  const { rows } = await xlsxRows(world.boss, 'partners', 'ordering=name');
  const names = (await listed<{ name: string }>(world.boss, 'partners', 'ordering=name')).map(
    ({ name }) => name,
  );
  expect(column(rows, 'Партнер')).toEqual(names);
  expect(rows).toContainEqual(
    expect.objectContaining({
      'Вид партнера': 'ИП',
      Статус: stateMachines.partner.labels.active,
      Лидов: 6,
      Сделок: 1,
      'В выплатах, ₽': 4000,
      Заметка: 'секретная заметка',
      Добавлен: expect.any(Date),
    }),
  );
});

describe('an export of clients', () => {
  test.each(['', 'ordering=last_sale', 'search=сделка', 'search=nobody'])(
    'contains the rows of the list in the same order for the query «%s»',
    async (query) => {
      const clients = await listed<Client>(world.boss, 'clients', query);
      expect(column(await csvRows(world.boss, 'clients', query), 'Номер')).toEqual(
        clients.map(({ number }) => number),
      );
    },
  );

  test('contains the contacts, the partner, the program and the sums', async () => {
    const { sheet, rows } = await xlsxRows(world.boss, 'clients', 'search=сделка');
    expect(sheet).toBe('Клиенты');
    expect(rows).toEqual([
      expect.objectContaining({
        'Имя или компания': 'Сделка',
        Телефон: expect.stringMatching(/^\+7 916 \d/),
        Партнер: expect.any(String),
        Программа: program.name,
        Продаж: 1,
        'Выручка, ₽': 1234.56,
        'Последняя продажа': expect.any(Date),
      }),
    ]);
  });

  test('contains only own clients with masked contacts for a partner', async () => {
    const rows = await csvRows(partner.caller, 'clients');
    expect(column(rows, 'Имя или компания')).toEqual(['Сделка']);
    expect(rows[0]).toMatchObject({
      Телефон: expect.stringMatching(/^\+7 916 \*{3}-\*{2}-\d\d$/),
      Программа: program.name,
    });
    for (const title of ['Почта', 'ИНН', 'Номер в вашей системе', 'Партнер'])
      expect(Object.keys(rows[0] ?? {})).not.toContain(title);
    expect(await csvRows(other, 'clients')).toEqual([]);
  });

  test('contains masked phones and no other contacts for a viewer', async () => {
    const viewer = await world.employee('viewer');
    const [row] = await csvRows(viewer, 'clients', 'search=сделка');
    expect(row).toMatchObject({ Телефон: expect.stringContaining('***'), Почта: '', ИНН: '' });
  });
});

describe('an export of sales', () => {
  test('contains the sales and refunds of the list for its filters', async () => {
    const [sale] = await listed<Sale>(world.boss, 'sales', '');
    const filter = `client=${sale?.client.id}&from=${sale?.paid_on}`;
    const rows = await csvRows(world.boss, 'sales', filter);
    expect(rows).toMatchObject([
      {
        Номер: sale?.number,
        Клиент: 'Сделка',
        Программа: program.name,
        'Сумма, ₽': '1234,56',
        Источник: 'Вручную',
      },
    ]);
    expect(await csvRows(world.boss, 'sales', 'to=2020-01-01')).toEqual([]);
    expect((await xlsxRows(world.boss, 'sales')).sheet).toBe('Продажи');
  });

  test('contains only own sales without notes of the organization for a partner', async () => {
    const [row] = await csvRows(partner.caller, 'sales');
    expect(row).toMatchObject({ Клиент: 'Сделка', 'Сумма, ₽': '1234,56' });
    for (const title of ['Комментарий', 'НДС, ₽', 'Партнер', 'Источник'])
      expect(Object.keys(row ?? {})).not.toContain(title);
    expect(await csvRows(other, 'sales')).toEqual([]);
  });
});

test('an INN keeps its leading zero as text in a workbook and with an apostrophe in CSV', async () => {
  const ofRows = (rows: Record<string, unknown>[]) => column(rows, 'ИНН').filter(Boolean);
  expect(ofRows((await xlsxRows(world.boss, 'partners')).rows)).toContain('010000000021');
  expect(ofRows(await csvRows(world.boss, 'partners'))).toContain("'010000000021");
});

test('an export changes only the rate limit counters and the journal', async () => {
  const { db } = world.server;
  const tables = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_limits', 'audit_entries', 'journal_queue') order by 1`.execute(
    db,
  );
  expect(tables.rows.length).toBeGreaterThan(15);
  const sums = () =>
    Promise.all(
      tables.rows.map(async ({ name }) => {
        const { rows } = await sql<{ sum: string }>`
          select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.raw(name)} t`.execute(
          db,
        );
        return [name, rows[0]?.sum];
      }),
    );
  const before = await sums();
  for (const noun of NOUNS) {
    await csvText(world.boss, noun);
    await xlsxRows(world.boss, noun);
  }
  for (const noun of ['leads', 'accruals', 'payments', 'clients', 'sales'])
    await csvText(partner.caller, noun);
  expect(await sums()).toEqual(before);
});

describe('an export', () => {
  test.each([
    ['', 'format', 'Обязательное поле.'],
    ['format=pdf', 'format', 'Недопустимое значение.'],
    ['format=csv&format=xlsx', 'format', 'Недопустимое значение.'],
    ['format=csv&page_size=25', 'page_size', 'Неизвестный параметр.'],
    ['format=csv&cursor=x', 'cursor', 'Неизвестный параметр.'],
    ['format=csv&ordering=phone', 'ordering', 'Недопустимое значение.'],
  ])('responds to the query «%s» with a field error', async (query, field, sentence) => {
    for (const noun of NOUNS) {
      expect(await world.boss.get(`${api}/${noun}/export/?${query}`)).toMatchObject({
        status: 400,
        body: { [field]: [sentence] },
      });
    }
  });

  test('accepts its own media type in the Accept header and refuses others with 406', async () => {
    const exportAs = async (accept: string) =>
      (await world.boss.send('GET', `${api}/leads/export/?format=csv&status=won`, undefined, { accept }))
        .status;
    expect(await exportAs('text/csv')).toBe(200);
    expect(await exportAs('image/png')).toBe(406);
  });

  test('responds to HEAD with its name and row count', async () => {
    const response = await world.boss.send('HEAD', `${api}/leads/export/?format=xlsx&status=won`);
    expect(response).toMatchObject({ status: 200, body: '' });
    expect(response.headers.get('x-total-count')).toBe('1');
  });
});

test('an export of leads sums the same deals as the home page and the list, without lost deals', async () => {
  for (const to of ['won', 'lost']) {
    const { id } = await world.lead(program.id);
    const move = async (body: object) => {
      const { version } = ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
      ok(await world.boss.post(`${api}/leads/${id}/transition/`, { version, ...body }));
    };
    await move({ to: 'in_progress' });
    await move({ to: 'qualified' });
    await move({ to: 'won', deal_amount_kop: 1_234_567 });
    if (to === 'lost') await move({ to, reason_code: 'refund', reason_comment: 'Возврат' });
  }
  const day = world.server.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
  const filter = `created_from=${day}&created_to=${day}`;
  const kopecks = (name: string, rows: Awaited<ReturnType<typeof csvRows>>) =>
    column(rows, name).reduce((sum, cell = '') => sum + Math.round(Number(cell.replace(',', '.')) * 100), 0);
  const rows = await csvRows(world.boss, 'leads', filter);
  const home = ok<HomeSummary>(await world.boss.get(`/api/home/summary/?from=${day}&to=${day}`));
  const won = (await listed<Lead>(world.boss, 'leads', `${filter}&status=won`)).reduce(
    (sum, { deal_amount_kop }) => sum + (deal_amount_kop ?? 0),
    0,
  );
  expect(won).toBeGreaterThan(0);
  expect(kopecks('Сумма сделки, ₽', rows)).toBe(won);
  expect(home.current.deal_kop).toBe(won);
  expect(kopecks('Сумма несостоявшейся сделки, ₽', rows)).toBeGreaterThanOrEqual(1_234_567);
});
