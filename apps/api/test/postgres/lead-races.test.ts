import type { Lead, LeadUndoResult, Link, Program } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { atOnce, countValues } from '../setup/parallel.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let program: Program;
let links: Link[];
beforeAll(async () => {
  world = await createWorld();
  program = await world.program();
  links = [];
  for (let index = 0; index < 4; index += 1) {
    const { id } = await world.invited();
    links.push(await world.enroll(program.id, id));
  }
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const leadsOf = (phone: string) =>
  world.server.db.selectFrom('leads').select(['id', 'status', 'number']).where('phone', '=', phone).execute();

test('twenty concurrent submissions of one phone through one link create one lead', async () => {
  const phone = world.phone();
  const code = links[0]?.code;
  const responses = await atOnce(10, () =>
    world.anonymous.post(`/api/public/ref/${code}/leads/`, { name: 'Анна', phone, consent: true }),
  );
  await world.server.resetLimits();
  const more = await atOnce(10, () =>
    world.anonymous.post(`/api/public/ref/${code}/leads/`, { name: 'Анна', phone, consent: true }),
  );
  expect(countValues([...responses, ...more].map(({ status }) => status))).toEqual({ 200: 20 });
  expect(await leadsOf(phone)).toEqual([expect.objectContaining({ status: 'new' })]);
});

test('twenty concurrent submissions of one phone by four partners create one live lead and three duplicates', async () => {
  const phone = world.phone();
  const post = (index: number) =>
    world.anonymous.post(`/api/public/ref/${links[index % 4]?.code}/leads/`, {
      name: 'Анна',
      phone,
      consent: true,
    });
  const responses = await atOnce(10, post);
  await world.server.resetLimits();
  const more = await atOnce(10, (index) => post(index + 2));
  expect(countValues([...responses, ...more].map(({ status }) => status))).toEqual({ 200: 20 });
  const leads = await leadsOf(phone);
  expect(countValues(leads.map(({ status }) => status))).toEqual({ new: 1, duplicate: 3 });
});

test('concurrent leads get unique numbers', async () => {
  const leads = await atOnce(20, () => world.lead(program.id));
  expect(new Set(leads.map(({ number }) => number)).size).toBe(20);
});

test('two concurrent transitions of a lead succeed once, and the other returns the current status', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, version } = await world.lead(program.id);
    const responses = await Promise.all(
      ['in_progress', 'qualified'].map((to) =>
        world.boss.post(`${api}/leads/${id}/transition/`, { to, version }),
      ),
    );
    const [won] = responses.filter(({ status }) => status === 200).map(({ body }) => body as Lead);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'version_conflict',
      current: won?.status,
    });
    expect(ok(await world.boss.get(`${api}/leads/${id}/`))).toMatchObject({
      status: won?.status,
      version: 2,
    });
  }
});

test('concurrent undos of one transition succeed once and add one entry to the history', async () => {
  const { id, version } = await world.lead(program.id);
  const moved = ok<Lead>(
    await world.boss.post(`${api}/leads/${id}/transition/`, { to: 'in_progress', version }),
  );
  const leads = [{ id, version: moved.version }];
  const responses = await atOnce(5, () => world.boss.post(`${api}/leads/undo-transition/`, { leads }));
  const undone = responses.map((response) => ok<LeadUndoResult>(response).undone.length);
  expect(countValues(undone)).toEqual({ 0: 4, 1: 1 });
  expect(ok(await world.boss.get(`${api}/leads/${id}/`))).toMatchObject({ status: 'new', version: 3 });
  const history = ok<{ results: object[] }>(await world.boss.get(`${api}/leads/${id}/history/`));
  expect(history.results).toHaveLength(3);
});

test('one of several duplicates restored concurrently gets the phone', async () => {
  const first = await world.lead(program.id);
  const duplicates: Lead[] = [];
  for (let index = 0; index < 4; index += 1) {
    world.server.advance(601);
    duplicates.push(await world.lead(program.id, { phone: first.phone }));
  }
  ok(
    await world.boss.post(`${api}/leads/${first.id}/transition/`, {
      to: 'rejected',
      reason_code: 'spam',
      version: 1,
    }),
  );
  const responses = await Promise.all(
    duplicates.map(({ id, version }) =>
      world.boss.post(`${api}/leads/${id}/transition/`, { to: 'in_progress', reason_comment: 'Он', version }),
    ),
  );
  expect(countValues(responses.map(({ status }) => status))).toEqual({ 200: 1, 409: 3 });
});

test('a lead created while a closed lead with its phone is reopened becomes its duplicate', async () => {
  const { db } = world.server;
  const first = await world.lead(program.id);
  const { id, version, phone } = first;
  const rejected = { to: 'rejected', reason_code: 'spam', version };
  ok(await world.boss.post(`${api}/leads/${id}/transition/`, rejected));
  world.server.advance(601);
  const waitingCount = () =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
  const firstLead = await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('leads')
      .set({ status: 'in_progress', holds_phone: true, reason_code: null })
      .where('id', '=', id)
      .execute();
    const secondLead = world.lead(program.id, { phone });
    await expect.poll(async () => (await waitingCount()).rows.length).toBe(1);
    return { coming: secondLead };
  });
  expect(await firstLead.coming).toMatchObject({ status: 'duplicate', reason_code: 'same_phone' });
});

test('a partner who joins several times concurrently gets one enrollment and one link', async () => {
  const { card, caller } = await world.partner();
  const responses = await atOnce(8, () => caller.post(`${api}/programs/${program.id}/join/`));
  expect(countValues(responses.map(({ status }) => status))).toEqual({ 200: 1, 409: 7 });
  const { results } = ok<{ results: Link[] }>(await caller.get(`${api}/partners/${card.id}/links/`));
  expect(results).toHaveLength(1);
});

test('a link code requested several times concurrently is assigned once', async () => {
  const card = links[0]?.partner.id;
  const responses = await atOnce(8, () =>
    world.boss.post(`${api}/partners/${card}/links/`, { program: program.id, code: 'summer-sale' }),
  );
  expect(countValues(responses.map(({ status }) => status))).toEqual({ 201: 1, 400: 7 });
});
