import type { ImportView, JournalEntry, Lead, Page, Partner } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImportJob, type Kinds } from '../../src/imports/import-job.ts';
import { createImporter, IMPORTS, toFile } from '../setup/imports.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let { upload, read, check, load, rows } = {} as ReturnType<typeof createImporter>;
beforeAll(async () => {
  world = await createWorld();
  ({ upload, read, check, load, rows } = createImporter(world));
});
afterAll(() => world.stop());

const leadOf = async (phone: string) =>
  ok<Page<Lead>>(await world.boss.get(`${api}/leads/?search=${encodeURIComponent(phone)}`)).results;
const partnerOf = async (phone: string) =>
  ok<Page<Partner>>(await world.boss.get(`${api}/partners/?search=${encodeURIComponent(phone)}`)).results;

describe('an upload', () => {
  test('shows the columns with samples, and guesses the fields', async () => {
    const phone = world.phone();
    const { columns, settings, total, state } = await upload('partners', [
      'Отчет по партнерам;;',
      '№;Рабочий телефон;Фамилия',
      `1;${phone};Петров`,
      'Итого;;',
    ]);
    expect(columns[1]).toEqual({ title: 'Рабочий телефон', samples: [phone] });
    expect(settings).toEqual({ mapping: { phone: 1, last_name: 2 } });
    expect({ total, state }).toEqual({ total: 2, state: 'uploaded' });
  });

  test('remembers the columns that were chosen for the last file of the kind', async () => {
    const lines = ['Кто;Куда звонить', `Ирина;${world.phone()}`];
    const first = await upload('leads', lines);
    expect(first.settings.mapping).toEqual({});
    const { program } = await participation();
    await check(first, { mapping: { name: 0, phone: 1 }, program: program.id });
    expect((await upload('leads', lines)).settings.mapping).toEqual({ name: 0, phone: 1 });
  });

  test('with the same idempotency key is stored once', async () => {
    const file = { kind: 'partners', name: 'a.csv', data: toFile(['Телефон', world.phone()]) };
    const key = { 'idempotency-key': 'the-same-file' };
    const first = ok<ImportView>(await world.boss.post(IMPORTS, file, key));
    expect(ok<ImportView>(await world.boss.post(IMPORTS, file, key)).id).toBe(first.id);
  });

  test('is refused with the reason when the file is no table', async () => {
    const data = Buffer.from([1, 2, 3]).toString('base64');
    const response = await world.boss.post(IMPORTS, { kind: 'leads', name: 'a.csv', data });
    expect(response).toMatchObject({ status: 400, body: { data: [expect.stringContaining('не читается')] } });
  });
});

/** A program that rewards deals, and a partner in it. */
async function participation() {
  const program = await world.program({ hold_days: 0 });
  const { card } = await world.partner();
  await world.enroll(program.id, card.id);
  return { program, card };
}

describe('a check', () => {
  test('that ends with an error of the server can be repeated, and nothing can be imported before', async () => {
    const { id, settings } = await upload('partners', [
      'Телефон;Фамилия;Имя',
      `${world.phone()};Петров;Олег`,
    ]);
    ok(await world.boss.post(`${IMPORTS}${id}/check/`, settings));
    const read = () => {
      throw new Error('broken');
    };
    const undo = { cause: sql<null>`null`, apply: async () => undefined };
    const kind = { headers: {}, read, apply: async () => [], undo };
    const kinds: Kinds = { partners: kind, leads: kind, clients: kind, sales: kind, balances: kind };
    const { db, now } = world.server;
    const [task] = await createImportJob({ db, clock: now, kinds })();
    await expect(task?.run(new AbortController().signal)).rejects.toThrow('broken');
    const failed = ok<ImportView>(await world.boss.get(`${IMPORTS}${id}/`));
    expect(failed).toMatchObject({ state: 'uploaded', problem: expect.stringContaining('еще раз') });
    expect(await world.boss.post(`${IMPORTS}${id}/run/`)).toMatchObject({ status: 409 });
    const { state, problem, counts } = await check(failed);
    expect({ state, problem, created: counts.created }).toEqual({
      state: 'checked',
      problem: '',
      created: 1,
    });
  });

  test('counts the rows by result, names each problem with its column, and changes nothing', async () => {
    const { program, card } = await participation();
    const [first, second] = [world.phone(), world.phone()];
    const checked = await check(
      await upload('leads', [
        'Имя;Телефон;Партнер;Статус;Дата создания',
        `Ирина;${first};${card.phone};Сделка;24.11.2020`,
        `Олег;${second} доб. 5;;;`,
        `Павел;${second};+79990000000;;`,
        `Ольга;${second};;Чудо;`,
        `Ирина еще раз;8${first.slice(2)};;;`,
        `Рано;${second};;;24.11.2090`,
      ]),
      { program: program.id },
    );
    expect(checked.state).toBe('checked');
    expect(checked.counts).toEqual({ waiting: 0, created: 1, changed: 0, skipped: 1, refused: 4, undone: 0 });
    const reasons = (await rows(checked.id, 'refused')).map(({ number, reasons: [reason] }) => [
      number,
      reason?.column,
      reason?.detail,
    ]);
    expect(reasons).toEqual([
      [3, 'Телефон', 'Уберите добавочный номер.'],
      [4, 'Партнер', 'Партнера «+79990000000» нет.'],
      [5, 'Статус', expect.stringContaining('Неизвестный статус')],
      [7, 'Дата создания', 'Эта дата еще не наступила.'],
    ]);
    expect((await rows(checked.id, 'skipped'))[0]?.reasons[0]?.detail).toBe('Повторяет строку 2.');
    expect(await leadOf(first)).toEqual([]);
  });

  test('requires the columns of required fields', async () => {
    const { id } = await upload('leads', ['Имя;Телефон', `Ирина;${world.phone()}`]);
    const response = await world.boss.post(`${IMPORTS}${id}/check/`, { mapping: { name: 0 } });
    expect(response.body).toEqual({ mapping: ['Выберите столбец для поля «Телефон».'] });
  });
});

test('a program is refused for sales, which take the one of their client', async () => {
  const { id, settings } = await upload('sales', ['Номер;Сумма;Дата;Клиент', 'П-1;100;24.11.2020;Ирина']);
  const { id: program } = await world.program();
  const response = await world.boss.post(`${IMPORTS}${id}/check/`, { ...settings, program });
  expect(response.body).toEqual({ program: [expect.stringContaining('программа клиента')] });
});

describe('an import of leads', () => {
  test('keeps dates and statuses, creates the sale and no reward', async () => {
    const { program, card } = await participation();
    const phone = world.phone();
    const done = await load(
      'leads',
      [
        'Имя;Телефон;Партнер;Статус;Дата создания;Дата закрытия;Бюджет',
        `Ирина;${phone};${card.phone};Успешно реализовано;24.11.2020 10:00;26.11.2020;15 000,00`,
      ],
      { program: program.id, consent_basis: 'договор' },
    );
    expect(done).toMatchObject({ state: 'done', counts: { created: 1, refused: 0 } });
    const [lead] = await leadOf(phone);
    expect(lead).toMatchObject({ status: 'won', source: 'import', deal_amount_kop: 1_500_000 });
    expect(lead?.created_at).toBe('2020-11-24T07:00:00.000Z');
    const sale = await world.server.db
      .selectFrom('sales')
      .select(['amount_kop', 'paid_on'])
      .where('lead_id', '=', lead?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(sale.amount_kop).toBe(1_500_000);
    expect((await partnerOf(card.phone))[0]?.balance).toMatchObject({ available_kop: 0 });
    const history = ok<{ results: { comment: string }[] }>(
      await world.boss.get(`${api}/leads/${lead?.id}/history/`),
    ).results;
    expect(history.map(({ comment }) => comment).join()).toContain(
      'Согласие перенесено, основание: договор.',
    );
  });

  test('creates rewards when that is requested', async () => {
    const { program, card } = await participation();
    const lines = ['Имя;Телефон;Партнер;Статус', `Ирина;${world.phone()};${card.phone};Сделка`];
    await load('leads', lines, { program: program.id, rewards: true });
    expect((await partnerOf(card.phone))[0]?.balance.available_kop).toBe(50_000);
  });

  test('changes nothing when the same file is imported again', async () => {
    const { program } = await participation();
    const lines = ['Имя;Телефон', `Ирина;${world.phone()}`, `Олег;${world.phone()}`];
    await load('leads', lines, { program: program.id });
    const again = await load('leads', lines, { program: program.id });
    expect(again.counts).toMatchObject({ created: 0, changed: 0, skipped: 2, refused: 0 });
  });

  test('sends no messages', async () => {
    const { program, card } = await participation();
    const before = await countMessages();
    await load('leads', ['Имя;Телефон;Партнер', `Ирина;${world.phone()};${card.phone}`], {
      program: program.id,
    });
    expect(await countMessages()).toBe(before);
  });
});

const countMessages = async () =>
  (await world.server.db.selectFrom('messages').select('id').execute()).length;

describe('an import of partners', () => {
  test('creates cards in a program, changes known ones, and skips equal ones', async () => {
    const program = await world.program();
    const { card } = await world.partner({ note: 'Прежняя' });
    const phone = world.phone();
    const lines = [
      'ФИО;Телефон;Примечание;Программа;Вид',
      `Петров Олег Иванович;${phone};Новая;${program.name};ИП`,
      `;${card.phone};Другая;;`,
    ];
    expect((await load('partners', lines)).counts).toMatchObject({ created: 1, changed: 1, refused: 0 });
    expect((await partnerOf(phone))[0]).toMatchObject({
      last_name: 'Петров',
      first_name: 'Олег',
      father_name: 'Иванович',
      kind: 'ip',
      status: 'invited',
      figures: { programs: 1 },
    });
    expect((await partnerOf(card.phone))[0]).toMatchObject({ note: 'Другая', last_name: card.last_name });
    expect((await load('partners', lines)).counts).toMatchObject({ created: 0, changed: 0, skipped: 2 });
  });
});

describe('a run', () => {
  test('continues after the last batch when its process ends', async () => {
    const lines = ['Телефон', ...Array.from({ length: 150 }, () => world.phone())];
    const { id } = await check(await upload('partners', lines));
    ok(await world.boss.post(`${IMPORTS}${id}/run/`));
    const { db } = world.server;
    // The process ended after its first batch: its lease remains.
    await world.server.runImports();
    await db
      .updateTable('import_rows')
      .set({ state: 'waiting', object_id: null, key: null })
      .where('import_id', '=', id)
      .where('number', '>', 101)
      .execute();
    await db
      .updateTable('imports')
      .set({
        state: 'running',
        lease: 'ended',
        leased_until: new Date(world.server.now().getTime() + 60_000),
      })
      .where('id', '=', id)
      .execute();
    await world.server.runImports();
    expect((await read(id)).state).toBe('running');
    world.server.advance(61);
    await world.server.runImports();
    expect(await read(id)).toMatchObject({
      state: 'done',
      counts: { created: 100, skipped: 50, waiting: 0 },
    });
  });

  test('can be canceled and continued', async () => {
    const { id } = await check(await upload('partners', ['Телефон', world.phone()]));
    ok(await world.boss.post(`${IMPORTS}${id}/run/`));
    ok(await world.boss.post(`${IMPORTS}${id}/cancel/`));
    await world.server.runImports();
    expect(await read(id)).toMatchObject({ state: 'canceled', counts: { waiting: 1 } });
    ok(await world.boss.post(`${IMPORTS}${id}/run/`));
    await world.server.runImports();
    expect(await read(id)).toMatchObject({ state: 'done', counts: { created: 1 } });
  });

  test('writes the journal', async () => {
    await load('partners', ['Телефон', world.phone()]);
    const { results } = ok<Page<JournalEntry>>(await world.boss.get('/api/referral/journal/?kind=import'));
    expect(results.map(({ title }) => title).slice(0, 2)).toEqual([
      'Загрузка из файла закончена',
      'Загрузка из файла начата',
    ]);
  });
});

test('refused rows are a file that can be corrected and uploaded again', async () => {
  const phone = world.phone();
  const done = await load('partners', ['Телефон;Имя', 'нет;Олег', `${world.phone()};Ирина`]);
  expect(done.counts).toMatchObject({ created: 1, refused: 1 });
  const response = await world.boss.open(`${IMPORTS}${done.id}/refused/`);
  const text = Buffer.from(await response.arrayBuffer()).toString();
  expect(text).toBe(
    '\ufeffТелефон;Имя;Что исправить\r\nнет;Олег;Введите российский номер телефона, например +7 916 123-45-67.\r\n',
  );
  const corrected = await load('partners', text.replace('нет', phone).split('\r\n'));
  expect(corrected.counts).toMatchObject({ created: 1, refused: 0 });
});

test('dates and phones of refused rows are read again, and a second file has one column of causes', async () => {
  const head = ['Телефон;Имя;Дата договора', '+7 (916) 12;Олег;01.09.2026'];
  const first = await load('partners', head);
  const refused = async (id: string) => {
    const response = await world.boss.open(`${IMPORTS}${id}/refused/`);
    return Buffer.from(await response.arrayBuffer()).toString();
  };
  const text = await refused(first.id);
  expect(text).toContain("'01.09.2026");
  const second = await load('partners', text.split('\r\n'));
  expect(await refused(second.id)).toBe(text);
  const corrected = await load('partners', text.replace('+7 (916) 12', world.phone()).split('\r\n'));
  expect(corrected.counts).toMatchObject({ created: 1, refused: 0 });
});

test('an accountant imports sales, and a manager does not', async () => {
  const [accountant, manager] = [await world.employee('accountant'), await world.employee('manager')];
  const lines = ['Номер;Сумма;Дата;Клиент', `П-${world.phone()};100;24.11.2020;Ирина`];
  expect((await load('sales', lines, {}, accountant)).counts).toMatchObject({ created: 1 });
  const file = { kind: 'sales', name: 'a.csv', data: toFile(lines) };
  expect((await manager.post(IMPORTS, file)).status).toBe(403);
});

test('an accountant imports no partners, no leads and no clients', async () => {
  const accountant = await world.employee('accountant');
  const file = { kind: 'leads', name: 'a.csv', data: toFile(['Имя;Телефон', 'Ирина;1']) };
  expect((await accountant.post(IMPORTS, file)).status).toBe(403);
  for (const kind of ['partners', 'clients'])
    expect((await accountant.get(`${IMPORTS}?kind=${kind}`)).status).toBe(403);
  const { id } = await upload('leads', ['Имя;Телефон', `Ирина;${world.phone()}`]);
  expect((await accountant.get(`${IMPORTS}${id}/`)).status).toBe(403);
});

test('the contents of old files are deleted', async () => {
  const { id } = await upload('partners', ['Телефон', world.phone()]);
  world.server.advance(31 * 24 * 60 * 60);
  await world.server.prune();
  const { db } = world.server;
  expect(await db.selectFrom('import_rows').selectAll().where('import_id', '=', id).execute()).toEqual([]);
});
