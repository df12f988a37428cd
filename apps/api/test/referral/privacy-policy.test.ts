import type { Organization } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formClient, getText } from '../setup/referral-form.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let client: ReturnType<typeof formClient>;
beforeAll(async () => {
  world = await createWorld();
  client = formClient(world.server);
});
afterAll(() => world.stop());

const save = async (patch: object) => ok<Organization>(await world.boss.patch(`${api}/organization/`, patch));

test('a privacy policy entered as text is published, and its URL is used until the text is deleted', async () => {
  await save({ privacy_policy_url: '' });
  const { id, privacy_policy_url } = await save({
    privacy_policy: 'Оператор: Уют.\n<b>Цель</b>: связаться.',
  });
  expect(privacy_policy_url).toBe(`${world.server.url}/policy/${id}`);
  const page = await client.send(`/policy/${id}`);
  expect([page.status, getText(page, 'h1')]).toEqual([200, 'Политика обработки персональных данных']);
  expect(getText(page, '.ref-text')).toBe('Оператор: Уют.<b>Цель</b>: связаться.');
  expect(page.$('script[src]')).toHaveLength(0);
  ok(await world.boss.post(`${api}/programs/${(await world.program()).id}/pause/`));
  expect(await save({ privacy_policy: '' })).toMatchObject({ privacy_policy_url: '' });
  expect((await client.send(`/policy/${id}`)).status).toBe(404);
});

test('a URL of another page is kept, and an unknown policy shows a Russian error page', async () => {
  const own = await save({ privacy_policy_url: 'https://example.ru/privacy', privacy_policy: 'Текст.' });
  expect(own.privacy_policy_url).toBe('https://example.ru/privacy');
  for (const path of ['/policy/nonsense', '/policy/00000000-0000-7000-8000-000000000000', '/policy/%D0']) {
    const page = await client.send(path);
    expect([page.status, getText(page, 'h1')]).toEqual([404, 'Такой страницы нет']);
  }
});
