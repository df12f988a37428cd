import type { LeadForPartner, Page } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const OF_EACH = 30;
const MINUTE = 60;

let world: World;
let callers: Caller[];
let caller: Caller;
beforeAll(async () => {
  world = await createWorld();
  callers = [world.boss, await world.organization()];
  const phone = world.phone();
  const programs: { id: string; card: string; stranger: string; by: Caller }[] = [];
  for (const [index, by] of callers.entries()) {
    const { id } = await world.program({}, by);
    const { invitation, ...card } = await world.invited({ phone }, by);
    await world.server.resetLimits();
    if (index === 0) ok(await world.accept(invitation.url));
    else ok(await world.accept(invitation.url, {}, caller));
    if (index === 0) caller = await world.signIn(phone);
    await world.enroll(id, card.id, by);
    const stranger = await world.partner({}, by);
    await world.enroll(id, stranger.card.id, by);
    programs.push({ id, card: card.id, stranger: stranger.card.id, by });
  }
  for (let partnerIndex = 0; partnerIndex < OF_EACH; partnerIndex += 1) {
    for (const { id, card, stranger, by } of programs) {
      // Some leads of both organizations have equal times, so the id decides their order.
      if (partnerIndex % 3 === 0) world.server.advance(MINUTE);
      await world.lead(id, { partner: card, name: 'Свой' }, by);
      await world.lead(id, { partner: stranger, name: 'Чужой' }, by);
    }
  }
});
afterAll(() => world.stop());

const list = async (query: string, by = caller) =>
  ok<Page<LeadForPartner>>(await by.get(`${api}/leads/?page_size=25&${query}`));
const idsOf = ({ results }: Page<LeadForPartner>) => results.map(({ id }) => id);

describe.each(['created_at', '-created_at', 'number', '-updated_at'])(
  'leads of a partner of two organizations by %s',
  (ordering) => {
    test('are one list in both directions without leads of other partners', async () => {
      const pages: Page<LeadForPartner>[] = [await list(`ordering=${ordering}`)];
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
        pages.push(await list(`ordering=${ordering}&cursor=${next}`));
      expect(pages.map(({ results }) => results.length)).toEqual([25, 25, 10]);
      const rows = pages.flatMap(({ results }) => results);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(2 * OF_EACH);
      expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['Свой']));
      expect(new Set(rows.map(({ organization }) => organization.id)).size).toBe(2);

      const column = ordering.replace('-', '') as 'created_at' | 'number' | 'updated_at';
      const keys = rows.map((row) =>
        column === 'number' ? Number(row.number.slice(2)) : Date.parse(row[column]),
      );
      const sorted = keys.toSorted((one, other) => (ordering.startsWith('-') ? other - one : one - other));
      expect(keys).toEqual(sorted);

      const middle = await list(`ordering=${ordering}&cursor=${pages[2]?.previous}`);
      expect(idsOf(middle)).toEqual(idsOf(pages[1] as Page<LeadForPartner>));
      const first = await list(`ordering=${ordering}&cursor=${middle.previous}`);
      expect(idsOf(first)).toEqual(idsOf(pages[0] as Page<LeadForPartner>));
      expect(first.previous).toBeNull();
    });
  },
);

test('a partner without a card or with a removed card sees no leads', async () => {
  const phone = world.phone();
  await world.server.createUser({ phone, password: world.password, role: 'partner' });
  expect((await list('', await world.signIn(phone))).results).toEqual([]);

  const { card, caller: former } = await world.partner();
  const { id: program } = await world.program();
  await world.enroll(program, card.id);
  await world.lead(program, { partner: card.id });
  expect((await list('', former)).results).toHaveLength(1);
  const { db } = world.server;
  await db.updateTable('partners').set({ user_id: null }).where('id', '=', card.id).execute();
  expect((await list('', former)).results).toEqual([]);
});
