import type { JournalEntry, Lead, LeadComment, Page } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvText } from '../setup/files.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const WORDS = 'Просил перезвонить в пятницу';

let world: World;
let own: Caller;
let manager: Caller;
let lead: Lead;
beforeAll(async () => {
  world = await createWorld();
  const program = await world.program();
  const { card, caller } = await world.partner();
  own = caller;
  await world.enroll(program.id, card.id);
  lead = await world.lead(program.id, { partner: card.id });
  manager = await world.employee('manager');
});
afterAll(() => world.stop());

const path = () => `${api}/leads/${lead.id}/comments/`;
const comment = async (caller: Caller, text: string) => ok<LeadComment>(await caller.post(path(), { text }));
const readBy = async (caller: Caller) => ok<{ results: LeadComment[] }>(await caller.get(path())).results;
const remove = (caller: Caller, { id }: LeadComment) => caller.delete(`${api}/lead-comments/${id}/`);
const textsBy = async (caller: Caller) => (await readBy(caller)).map(({ text }) => text);

test('employees who work with leads read all comments of a lead, oldest first', async () => {
  const first = await comment(world.boss, `  ${WORDS}\nпосле шести  `);
  world.server.advance(60);
  const second = await comment(manager, 'Перезвонил');
  expect(first).toMatchObject({ text: `${WORDS}\nпосле шести`, can_delete: true });
  expect((await readBy(manager)).map(({ id, can_delete }) => [id, can_delete])).toEqual([
    [first.id, false],
    [second.id, true],
  ]);
  expect((await readBy(world.boss)).map(({ can_delete }) => can_delete)).toEqual([true, true]);
  expect(second.author).not.toBe(first.author);
});

test('a comment does not change the version of the lead, so concurrent edits do not conflict', async () => {
  await comment(manager, 'Еще раз');
  const { version, updated_at } = ok<Lead>(await world.boss.get(`${api}/leads/${lead.id}/`));
  expect({ version, updated_at }).toEqual({ version: lead.version, updated_at: lead.updated_at });
});

test('a repeated idempotency key creates one comment, and its text is stored only once', async () => {
  const headers = { 'idempotency-key': 'a-comment' };
  const body = { text: 'Секрет на один раз' };
  const created = ok<LeadComment>(await manager.post(path(), body, headers));
  expect(ok<LeadComment>(await manager.post(path(), body, headers))).toEqual(created);
  expect((await textsBy(manager)).filter((text) => text === body.text)).toHaveLength(1);
  expect((await remove(manager, created)).status).toBe(204);
  expect((await manager.post(path(), body, headers)).status).toBe(404);
  for (const table of ['idempotency_keys', 'audit_entries', 'lead_comments'] as const) {
    const rows = await world.server.db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows), table).not.toContain(body.text);
  }
});

test('a comment can be deleted by its author and by owners', async () => {
  const [ofBoss, ofManager, another] = [
    await comment(world.boss, 'Хозяин'),
    await comment(manager, 'Менеджер'),
    await comment(manager, 'Другой'),
  ];
  expect(await remove(manager, ofBoss)).toMatchObject({ status: 403 });
  expect((await remove(manager, ofManager)).status).toBe(204);
  expect((await remove(world.boss, another)).status).toBe(204);
  expect((await remove(world.boss, another)).status).toBe(404);
  const remainingTexts = await textsBy(world.boss);
  expect(remainingTexts).toContain('Хозяин');
  expect(remainingTexts).not.toContain('Менеджер');
});

test('partners and positions without access to contacts cannot read comments', async () => {
  const created = await comment(world.boss, WORDS);
  for (const caller of [own, await world.employee('accountant'), await world.employee('viewer')]) {
    expect((await caller.get(path())).status).toBe(403);
    expect((await caller.post(path(), { text: 'Нет' })).status).toBe(403);
    expect((await remove(caller, created)).status).toBe(403);
  }
  for (const address of ['', `${lead.id}/`, `${lead.id}/history/`])
    expect(JSON.stringify((await own.get(`${api}/leads/${address}`)).body)).not.toContain(WORDS);
  for (const caller of [own, world.boss]) expect(await csvText(caller, 'leads')).not.toContain(WORDS);
});

test('a lead and a comment of another organization respond 404', async () => {
  const created = await comment(world.boss, WORDS);
  const stranger = await world.organization();
  expect((await stranger.get(path())).status).toBe(404);
  expect((await stranger.post(path(), { text: 'Чужой' })).status).toBe(404);
  expect((await remove(stranger, created)).status).toBe(404);
});

test('a blank or too long comment is refused with a field error', async () => {
  for (const text of ['', '   ', 'х'.repeat(2001)])
    expect(await world.boss.post(path(), { text })).toMatchObject({
      status: 400,
      body: { text: [expect.any(String)] },
    });
});

test('the journal records a comment without its text', async () => {
  const created = await comment(manager, WORDS);
  ok(await remove(manager, created));
  const { results } = ok<Page<JournalEntry>>(
    await world.boss.get(`${api}/journal/?kind=lead&page_size=100&object=${lead.id}`),
  );
  expect(results.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Комментарий к лиду добавлен', 'Комментарий к лиду удален']),
  );
  expect(JSON.stringify(results)).not.toContain(WORDS);
});
