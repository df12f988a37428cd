import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 60_000);
afterAll(() => world.stop());

test('smoke', async () => {
  const { boss } = world;
  const program = await world.program();
  const { card, caller } = await world.partner();
  const link = await world.enroll(program.id, card.id);
  console.log(link);
  console.log(await world.anonymous.get(`/api/public/ref/${link.code}/`));
  console.log(
    (
      await world.anonymous.post(
        `/api/public/ref/${link.code.toUpperCase()}/clicks/`,
        { referrer: 'https://x.ru/a?b', utm_source: 'tg' },
        { 'user-agent': 'Mozilla/5.0 Firefox' },
      )
    ).body,
  );
  await world.server.settled();
  console.log(
    (
      await world.anonymous.post(`/api/public/ref/${link.code}/leads/`, {
        name: 'Петр',
        phone: '8 916 000-11-22',
        consent: true,
      })
    ).body,
  );
  console.log(JSON.stringify((await boss.get(`${api}/leads/?search=петр&ordering=number`)).body));
  console.log(JSON.stringify((await caller.get(`${api}/leads/`)).body));
  console.log(JSON.stringify((await caller.get(`${api}/programs/`)).body));
  console.log(
    JSON.stringify((await boss.get(`${api}/partners/?ordering=-last_lead_at&program=${program.id}`)).body),
  );
  console.log(JSON.stringify((await boss.get(`${api}/leads/counts/?status=new`)).body));
  console.log(
    JSON.stringify(
      (await boss.get(`${api}/leads/counts/?created_from=2026-01-01&source=public_form,import`)).body,
    ),
  );
  console.log(String((await caller.get(`${api}/links/${link.id}/qr/`)).body).slice(0, 100));
}, 60_000);
