import type { ListView } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createWorld, ok, type World } from '../setup/world.ts';

const PATH = '/api/views/';

let world: World;
let manager: Caller;
beforeAll(async () => {
  world = await createWorld();
  manager = await world.employee('manager');
});
afterAll(() => world.stop());

const save = (caller: Caller, name: string, more: Partial<ListView> = {}) =>
  caller.post(PATH, { list: 'leads', name, query: 'status=won&ordering=-number', ...more });
const namesOf = async (caller: Caller, list = 'leads') =>
  ok<{ results: ListView[] }>(await caller.get(`${PATH}?list=${list}`)).results.map(({ name }) => name);

test('saved views belong to one user and one list and are sorted by name', async () => {
  const view = ok<ListView>(await save(manager, '  Сделки  '));
  expect(view).toMatchObject({ list: 'leads', name: 'Сделки', query: 'status=won&ordering=-number' });
  ok(await save(manager, 'Мои партнеры', { list: 'partners' }));
  ok(await save(manager, 'Без ответа'));
  expect(await namesOf(manager)).toEqual(['Без ответа', 'Сделки']);
  expect(await namesOf(manager, 'partners')).toEqual(['Мои партнеры']);
  expect(await namesOf(world.boss)).toEqual([]);
});

test('the name of a view is unique in its list, ignoring case', async () => {
  const { boss } = world;
  ok(await save(boss, 'Сделки'));
  const nameTaken = { status: 400, body: { name: ['Вид с таким названием уже есть.'] } };
  expect(await save(boss, 'сделки')).toMatchObject(nameTaken);
  ok(await save(boss, 'Сделки', { list: 'payments' }));
  const { id } = ok<ListView>(await save(boss, 'Другой'));
  expect(await boss.patch(`${PATH}${id}/`, { name: 'СДЕЛКИ' })).toMatchObject(nameTaken);
  const changed = { name: 'Третий', query: '' };
  expect(ok(await boss.patch(`${PATH}${id}/`, changed))).toMatchObject({ id, ...changed });
  expect(ok(await boss.patch(`${PATH}${id}/`, {}))).toMatchObject({ id, ...changed });
});

test('a view of another user responds 404', async () => {
  const { id } = ok<ListView>(await save(manager, 'Только мой'));
  for (const stranger of [world.boss, await world.organization(), (await world.partner()).caller]) {
    expect((await stranger.patch(`${PATH}${id}/`, { name: 'Чужой' })).status).toBe(404);
    expect((await stranger.delete(`${PATH}${id}/`)).status).toBe(404);
  }
  expect(await namesOf(manager)).toContain('Только мой');
  expect((await manager.delete(`${PATH}${id}/`)).status).toBe(204);
  expect((await manager.delete(`${PATH}${id}/`)).status).toBe(404);
  expect(await namesOf(manager)).not.toContain('Только мой');
});

test('a list has at most twenty views', async () => {
  const { caller } = await world.partner();
  for (let number = 1; number <= 20; number += 1) ok(await save(caller, `Вид ${number}`));
  expect(await save(caller, 'Вид 21')).toMatchObject({
    status: 409,
    body: { detail: 'Не больше 20 видов одного списка. Удалите лишние.' },
  });
  ok(await save(caller, 'Вид 21', { list: 'payments' }));
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'х'.repeat(61) }, 'name'],
  [{ query: 'a'.repeat(2001) }, 'query'],
  [{ list: 'nothing' as 'leads' }, 'list'],
])('the invalid view %j is refused with a field error', async (view, field) => {
  expect(await save(world.boss, 'Вид', view)).toMatchObject({
    status: 400,
    body: { [field]: [expect.any(String)] },
  });
});
