import type { Lead, Page, Partner, Program } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const MINUTE = 60;

let world: World;
let program: Program;
let createdLeads: Lead[];
beforeAll(async () => {
  world = await createWorld();
  program = await world.program();
  createdLeads = [];
  for (let index = 0; index < 57; index += 1) {
    // Three leads at a time have equal times, so the id decides their order.
    if (index % 3 === 0) world.server.advance(11 * MINUTE);
    createdLeads.push(
      await world.lead(program.id, { name: `Клиент ${index} Артём`, email: `client${index}@example.ru` }),
    );
  }
});
afterAll(() => world.stop());

const list = async <Item = Lead>(query = '', noun = 'leads') =>
  ok<Page<Item>>(await world.boss.get(`${api}/${noun}/?${query}`));
const numbers = (page: Page<Lead>) => page.results.map(({ number }) => number);

describe.each(['created_at', '-created_at', 'number', '-number', 'updated_at'])(
  'pages ordered by %s',
  (ordering) => {
    test('contain every row once in both directions', async () => {
      const pages: string[][] = [];
      let cursor = '';
      let last: Page<Lead>;
      do {
        last = await list(`ordering=${ordering}&page_size=25${cursor}`);
        pages.push(numbers(last));
        cursor = `&cursor=${last.next}`;
      } while (last.next !== null);
      expect(pages.map(({ length }) => length)).toEqual([25, 25, 7]);
      expect(new Set(pages.flat()).size).toBe(57);

      const middle = await list(`ordering=${ordering}&page_size=25&cursor=${last.previous}`);
      expect(numbers(middle)).toEqual(pages[1]);
      const first = await list(`ordering=${ordering}&page_size=25&cursor=${middle.previous}`);
      expect(numbers(first)).toEqual(pages[0]);
      expect(first.previous).toBeNull();
      expect(numbers(await list(`ordering=${ordering}&page_size=25&cursor=${first.next}`))).toEqual(pages[1]);
    });
  },
);

describe('a page of a list', () => {
  test('does not shift when rows are added before it', async () => {
    const first = await list('page_size=25');
    world.server.advance(MINUTE);
    const { id, version } = await world.lead(program.id);
    const second = await list(`page_size=25&cursor=${first.next}`);
    expect(numbers(second)).toEqual(
      createdLeads
        .toReversed()
        .slice(25, 50)
        .map(({ number }) => number)
        .sort(byOrderOf(second)),
    );
    const spam = { to: 'rejected', reason_code: 'spam', version };
    ok(await world.boss.post(`${api}/leads/${id}/transition/`, spam));
  });
  /** Rows with equal times are sorted by id, not by creation. */
  const byOrderOf = (page: Page<Lead>) => (a: string, b: string) =>
    numbers(page).indexOf(a) - numbers(page).indexOf(b);

  test.each([
    ['page_size=10', 'page_size'],
    ['ordering=phone', 'ordering'],
    ['status=new,unknown', 'status'],
    ['program=1', 'program'],
    ['created_from=yesterday', 'created_from'],
    ['nonsense=1', 'nonsense'],
  ])('responds to %s with a field error', async (query, field) => {
    const response = await world.boss.get(`${api}/leads/?${query}`);
    expect(response.status).toBe(400);
    expect(Object.keys(Object(response.body))[0]).toMatch(new RegExp(`^${field}`));
  });
});

describe('a search in the list of leads', () => {
  test.each([
    ['клиент 7 артем', 1],
    ['АРТЁМ', 57],
    ['client12@', 1],
    ['Л-4', 11],
    ['%', 0],
    ['_', 0],
    ['\\', 0],
  ])('finds the matching leads: «%s» finds %i', async (typed, count) => {
    const counts = ok<{ all: number }>(
      await world.boss.get(`${api}/leads/counts/?search=${encodeURIComponent(typed)}`),
    );
    expect(counts.all).toBe(count);
  });
});

describe('the filters of a list', () => {
  test('apply to the counts as well', async () => {
    const [first] = createdLeads;
    ok(await world.boss.post(`${api}/leads/${first?.id}/transition/`, { to: 'in_progress', version: 1 }));
    const counts = ok<Record<string, number>>(
      await world.boss.get(`${api}/leads/counts/?program=${program.id}`),
    );
    expect(counts).toMatchObject({ in_progress: 1, new: 56, rejected: 1, all: 58 });
    const page = await list(`program=${program.id}&status=in_progress,rejected`);
    expect(page.results).toHaveLength(2);
    expect((await list(`program=${createdLeads[0]?.id}`)).results).toEqual([]);
  });

  test('include both days of a date range in Moscow time', async () => {
    const { server } = world;
    const moments = [
      '2027-05-09T20:59:59.999Z',
      '2027-05-09T21:00:00Z',
      '2027-05-10T20:59:59.999Z',
      '2027-05-10T21:00:00Z',
    ];
    const leads: string[] = [];
    for (const moment of moments) {
      server.setClock(new Date(moment));
      leads.push((await world.lead(program.id)).number);
    }
    const page = await list('created_from=2027-05-10&created_to=2027-05-10&ordering=created_at');
    expect(numbers(page)).toEqual(leads.slice(1, 3));
  });
});

describe('a bulk transition', () => {
  const bulk = (body: object) => world.boss.post(`${api}/leads/bulk-transition/`, body);

  test('moves the leads of a filter when their number equals the expected one', async () => {
    const filter = { search: 'клиент 2', status: 'new' };
    const { all } = ok<{ all: number }>(
      await world.boss.get(`${api}/leads/counts/?search=${encodeURIComponent('клиент 2')}`),
    );
    expect(await bulk({ filter, expected_count: all + 1, to: 'qualified' })).toMatchObject({
      status: 409,
      body: { code: 'count_mismatch' },
    });
    expect(ok(await bulk({ filter, expected_count: all, to: 'qualified' }))).toMatchObject({
      moved: all,
      refused: [],
      left: [],
    });
  });

  test('moves each lead independently of the refused ones', async () => {
    const [one, two] = [await world.lead(program.id), await world.lead(program.id)];
    ok(await world.boss.post(`${api}/leads/${one.id}/transition/`, { to: 'qualified', version: 1 }));
    expect(ok(await bulk({ ids: [one.id, two.id], to: 'qualified' }))).toMatchObject({
      moved: 1,
      changed: [{ id: two.id, from: 'new' }],
      refused: [{ id: one.id, number: one.number, detail: expect.stringMatching(/^В текущем статусе/) }],
      left: [],
    });
  });

  test('moves at most the limit and returns the ids of the remaining leads', async () => {
    const own = await world.program();
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.push((await world.lead(own.id)).id);
    const filter = { program: own.id };
    const states = async () =>
      (await list(`program=${own.id}&ordering=number`)).results.map((one) => one.status);
    const first = ok<{ left: string[] }>(
      await bulk({ filter, expected_count: 3, limit: 2, to: 'in_progress' }),
    );
    expect(first).toMatchObject({ moved: 2, refused: [], left: [expect.any(String)] });
    expect((await states()).toSorted()).toEqual(['in_progress', 'in_progress', 'new']);
    expect(ids).toContain(first.left[0]);
    expect(ok(await bulk({ ids: first.left, limit: 2, to: 'in_progress' }))).toMatchObject({
      moved: 1,
      refused: [],
      left: [],
    });
    expect(await states()).toEqual(['in_progress', 'in_progress', 'in_progress']);
  });
});

test('partners can be filtered by program and sorted by their last lead', async () => {
  const own = await world.program();
  const cards: Partner[] = [];
  for (const last_name of ['Яковлев', 'Абрамов', 'Ёлкин']) {
    const card = await world.invited({ last_name });
    cards.push(card);
    await world.enroll(own.id, card.id);
  }
  await world.lead(own.id, { partner: cards[2]?.id });
  const names = async (ordering: string) =>
    (await list<Partner>(`program=${own.id}&ordering=${ordering}`, 'partners')).results.map(
      ({ last_name }) => last_name,
    );
  expect(await names('name')).toEqual(['Абрамов', 'Ёлкин', 'Яковлев']);
  expect((await names('-last_lead_at'))[0]).toBe('Ёлкин');
  expect((await list<Partner>('search=елкин', 'partners')).results).toHaveLength(1);
});

test.each(['leads', 'won', 'earned_kop'])('partners can be sorted by %s across pages', async (ordering) => {
  const own = await world.program({
    reward_event: 'deal_won',
    reward: { kind: 'fixed', fixed_kop: 50_000 },
    hold_days: 0,
  });
  const cards: Partner[] = [];
  for (let index = 0; index < 26; index += 1) {
    await world.server.resetLimits();
    const card = await world.invited();
    cards.push(card);
    await world.enroll(own.id, card.id);
  }
  const [busiest] = cards;
  const { id, version } = await world.lead(own.id, { partner: busiest?.id });
  const taken = ok<Lead>(
    await world.boss.post(`${api}/leads/${id}/transition/`, { to: 'in_progress', version }),
  );
  ok(
    await world.boss.post(`${api}/leads/${id}/transition/`, {
      to: 'won',
      deal_amount_kop: 100,
      version: taken.version,
    }),
  );
  const query = `program=${own.id}&page_size=25&ordering`;
  const first = await list<Partner>(`${query}=-${ordering}`, 'partners');
  const second = await list<Partner>(`${query}=-${ordering}&cursor=${first.next}`, 'partners');
  expect(first.results[0]?.id).toBe(busiest?.id);
  expect(new Set([...first.results, ...second.results].map((card) => card.id)).size).toBe(26);
  const ascending = await list<Partner>(`${query}=${ordering}`, 'partners');
  const last = await list<Partner>(`${query}=${ordering}&cursor=${ascending.next}`, 'partners');
  expect(last.results.at(-1)?.id).toBe(busiest?.id);
});

test.each(['leads', 'won', 'rewards_kop'])('programs can be sorted by %s', async (ordering) => {
  const sorted = await list<Program>(`ordering=-${ordering}`, 'programs');
  const figures = sorted.results.map((one) => one.figures[ordering as 'leads' | 'won' | 'rewards_kop']);
  expect(figures).toEqual(figures.toSorted((one, other) => other - one));
  const ascending = await list<Program>(`ordering=${ordering}`, 'programs');
  expect(ascending.results.map(({ id }) => id)).toEqual(sorted.results.map(({ id }) => id).toReversed());
});
