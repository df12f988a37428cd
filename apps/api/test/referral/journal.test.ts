import type {
  JournalEntry,
  Lead,
  Page,
  Partner,
  PayoutMethod,
  Program,
  User,
} from '@referral-dashboard/api-contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let owner: User;
beforeAll(async () => {
  world = await createWorld();
  owner = ok<User>(await world.boss.get('/api/accounts/users/me/'));
});
afterAll(() => world.stop());

const read = async (query = '', by: Caller = world.boss) =>
  ok<Page<JournalEntry>>(await by.get(`${api}/journal/?page_size=100${query}`)).results;
const count = async (query = '') =>
  ok<{ all: number }>(await world.boss.get(`${api}/journal/counts/?${query}`)).all;

/** Replaces non-breaking spaces with spaces. */
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');

describe('a journal entry', () => {
  test('contains the user, the action, the object and the changes as Russian texts', async () => {
    const program = await world.program({ budget_kop: 10_000_000, hold_days: 14 });
    const patch = { version: program.version, budget_kop: 12_500_000, join_policy: 'by_request' };
    ok<Program>(await world.boss.patch(`${api}/programs/${program.id}/`, patch));
    const [entry] = await read(`&object=${program.id}`);
    expect(entry).toMatchObject({
      actor: { id: owner.id },
      kind: 'program',
      object: { id: program.id, name: program.name },
      action: 'program.update',
      title: 'Программа изменена',
      reason: '',
    });
    expect(entry?.changes.map(({ field, before, after }) => [field, plain(before), plain(after)])).toEqual([
      ['Бюджет', '100 000,00 ₽', '125 000,00 ₽'],
      ['Вступление', 'Сразу', 'По заявке'],
    ]);
  });

  test('contains both statuses and the reason of a transition', async () => {
    const { card } = await world.partner();
    ok(await world.boss.post(`${api}/partners/${card.id}/block/`, { reason: 'Накрутка' }));
    const [entry] = await read(`&object=${card.id}`);
    expect(entry).toMatchObject({
      title: 'Партнер заблокирован',
      reason: 'Накрутка',
      changes: [{ field: 'Статус', before: 'Активен', after: 'Заблокирован' }],
    });
  });

  test('is also written for leads', async () => {
    const { id } = await world.program();
    const lead = await world.lead(id);
    const move = { to: 'in_progress', version: lead.version };
    ok(await world.boss.post(`${api}/leads/${lead.id}/transition/`, move));
    const current = ok<Lead>(await world.boss.get(`${api}/leads/${lead.id}/`));
    const rename = { name: 'Иван Петров', version: current.version };
    ok(await world.boss.patch(`${api}/leads/${lead.id}/`, rename));
    const [renamed, moved, made] = await read(`&search=${encodeURIComponent(lead.number)}`);
    expect(renamed?.changes).toEqual([{ field: 'Имя', before: 'Иван Клиентов', after: 'Иван Петров' }]);
    expect(moved).toMatchObject({
      object: { name: lead.number },
      changes: [{ field: 'Статус', before: 'Новый', after: 'В работе' }],
    });
    expect(made).toMatchObject({ title: 'Лид создан', changes: [{ before: null, after: 'Новый' }] });
  });

  test('contains the former and the new names, INN and form of a partner, and names the field of a note', async () => {
    const { card } = await world.partner({ last_name: 'Явнов', kind: 'ip', inn: '500100732259' });
    const { version } = ok<Partner>(await world.boss.get(`${api}/partners/${card.id}/`));
    const input = {
      version,
      kind: 'self_employed',
      email: 'oleg@example.ru',
      last_name: 'Тайнов',
      note: 'Друг',
    };
    ok(await world.boss.patch(`${api}/partners/${card.id}/`, { ...input, inn: '' }));
    const [entry] = await read(`&object=${card.id}`);
    expect(new Set(entry?.changes)).toEqual(
      new Set([
        { field: 'Вид партнера', before: 'ИП', after: 'Самозанятый' },
        { field: 'Фамилия', before: 'Явнов', after: 'Тайнов' },
        { field: 'ИНН', before: '500100732259', after: null },
        { field: 'Почта', before: null, after: 'oleg@example.ru' },
        { field: 'Заметка', before: null, after: null },
      ]),
    );
  });

  test('contains the former and the new contacts and deal amounts of a lead, also under a fixed rule', async () => {
    const { id } = await world.program({ reward: { kind: 'fixed', fixed_kop: 50_000 } });
    const lead = await world.lead(id, { name: 'Иван Клиентов', email: 'ivan@example.ru' });
    const current = async () => ok<Lead>(await world.boss.get(`${api}/leads/${lead.id}/`)).version;
    const patch = async (input: object) =>
      ok(await world.boss.patch(`${api}/leads/${lead.id}/`, { version: await current(), ...input }));
    const move = async (input: object) =>
      ok(
        await world.boss.post(`${api}/leads/${lead.id}/transition/`, { version: await current(), ...input }),
      );
    await patch({ name: 'Иван Петров', email: '', company: 'ООО «Окна»', comment: 'Звонить утром' });
    await move({ to: 'in_progress' });
    await move({ to: 'qualified' });
    await move({ to: 'won', deal_amount_kop: 100_000 });
    await patch({ deal_amount_kop: 250_000 });
    const [amount, won, , , contacts] = await read(`&object=${lead.id}`);
    const amounts = (entry: JournalEntry | undefined) =>
      entry?.changes
        .filter(({ field }) => field === 'Сумма сделки')
        .map(({ before, after }) => [plain(before), plain(after)]);
    expect(amounts(won)).toEqual([[undefined, '1 000,00 ₽']]);
    expect(amounts(amount)).toEqual([['1 000,00 ₽', '2 500,00 ₽']]);
    expect(new Set(contacts?.changes)).toEqual(
      new Set([
        { field: 'Имя', before: 'Иван Клиентов', after: 'Иван Петров' },
        { field: 'Почта', before: 'ivan@example.ru', after: null },
        { field: 'Компания', before: null, after: 'ООО «Окна»' },
        { field: 'Комментарий', before: null, after: null },
      ]),
    );
  });

  test('contains the former and the new requisites of a partner as screens show them', async () => {
    const { card } = await world.partner();
    const methods = `${api}/partners/${card.id}/payout-methods/`;
    const account = { kind: 'bank_account', bank: 'ПАО Сбербанк', bik: '044525225' };
    const first = ok<PayoutMethod>(
      await world.boss.post(methods, {
        ...account,
        account: '40702810938000000001',
        corr_account: '30101810400000000225',
      }),
    );
    const second = ok<PayoutMethod>(
      await world.boss.post(methods, { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' }),
    );
    ok(await world.boss.post(`${api}/payout-methods/${second.id}/default/`));
    ok(await world.boss.delete(`${api}/payout-methods/${first.id}/`));
    const requisites = async (id: string) =>
      (await read(`&object=${id}`)).map(
        ({ changes }) => changes.find(({ field }) => field === 'Реквизиты') ?? null,
      );
    expect(first.label).not.toContain('40702810938000000001');
    expect(await requisites(first.id)).toEqual([
      { field: 'Реквизиты', before: first.label, after: null },
      { field: 'Реквизиты', before: null, after: first.label },
    ]);
    expect(await requisites(second.id)).toEqual([
      { field: 'Реквизиты', before: first.label, after: second.label },
      { field: 'Реквизиты', before: null, after: second.label },
    ]);
  });

  test('contains the former and the new name, e-mail and phone of an employee and of a partner', async () => {
    const manager = await world.employee('manager');
    const me = ok<User>(await manager.get('/api/accounts/users/me/'));
    const rename = { last_name: 'Новая', email: 'anna@example.ru', password: world.password };
    ok(await manager.patch('/api/accounts/users/me/', rename));
    const phone = world.phone();
    ok(await world.boss.post(`${api}/employees/${me.id}/phone/`, { phone }));
    const [moved, renamed] = await read(`&object=${me.id}`);
    expect(moved).toMatchObject({ title: 'Телефон сотрудника изменен' });
    expect(moved?.changes).toEqual([{ field: 'Телефон', before: me.phone, after: phone }]);
    expect(renamed).toMatchObject({ title: 'Профиль сотрудника изменен', actor: { id: me.id } });
    expect(renamed?.changes).toEqual([
      { field: 'Фамилия', before: me.last_name || null, after: 'Новая' },
      { field: 'Почта', before: me.email || null, after: 'anna@example.ru' },
    ]);
    const { card } = await world.partner();
    const next = world.phone();
    ok(await world.boss.post(`${api}/partners/${card.id}/phone/`, { phone: next }));
    const [call] = await read(`&object=${card.id}`);
    expect(call?.changes).toEqual([{ field: 'Телефон', before: card.phone, after: next }]);
  });

  test('can be read by its id', async () => {
    const [entry] = await read();
    expect(ok<JournalEntry>(await world.boss.get(`${api}/journal/${entry?.id}/`))).toEqual(entry);
  });
});

describe('the filters of the journal', () => {
  test('apply to the list and its count by user, kind and period', async () => {
    const manager = await world.employee('manager');
    const me = ok<User>(await manager.get('/api/accounts/users/me/'));
    await world.program({}, manager);
    const own = await read(`&actor=${me.id}`);
    expect(own.map(({ action }) => action)).toEqual(['program.activate', 'program.create']);
    expect(await count(`actor=${me.id}`)).toBe(2);
    expect(new Set((await read('&kind=partner')).map(({ kind }) => kind))).toEqual(new Set(['partner']));
    expect(await count('kind=message')).toBe(0);
    expect(await count('at_to=2020-01-01')).toBe(0);
    expect(await count('at_from=2020-01-01')).toBe(await count());
  });

  test('the days of the journal start in the time zone of the organization', async () => {
    const { server, boss } = world;
    const organization = owner.organization?.id ?? '';
    // This is 01:30 of the next day in Vladivostok.
    server.setClock(new Date('2031-03-10T15:30:00Z'));
    ok(await boss.patch(`${api}/organization/`, { time_zone: 'Asia/Vladivostok' }));
    expect(await count(`object=${organization}&at_from=2031-03-11`)).toBe(1);
    expect(await count(`object=${organization}&at_from=2031-03-10&at_to=2031-03-10`)).toBe(0);
  });
});

test('the journal export contains the entries of the list', async () => {
  const query = 'kind=program&ordering=at';
  const response = await world.boss.open(`${api}/journal/export/?format=csv&${query}`);
  const rows = parse(await response.text(), { bom: true, delimiter: ';', columns: true }) as Record<
    string,
    string
  >[];
  const entries = await read(`&${query}`);
  expect(rows.map((row) => row['Что сделано'])).toEqual(entries.map(({ title }) => title));
  expect(rows.map((row) => row['Объект'])).toEqual(entries.map(({ object }) => object.name));
  expect(rows.some((row) => row['Стало']?.includes('Бюджет: '))).toBe(true);
});

test('another organization cannot read the journal', async () => {
  const stranger = await world.organization();
  const [entry] = await read();
  expect((await stranger.get(`${api}/journal/${entry?.id}/`)).status).toBe(404);
  const ids = new Set((await read()).map(({ id }) => id));
  expect((await read('', stranger)).filter(({ id }) => ids.has(id))).toEqual([]);
});
