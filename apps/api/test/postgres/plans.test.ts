import type { Accrual, Page } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { writeCursor } from '../../src/platform/db/lists/cursor.ts';
import { insertManyLeads } from '../setup/many-leads.ts';
import { findSequentialScans, plansOf, rowsRead } from '../setup/plans.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

type LeadCounts = { all: number; more?: true; sums?: { all: number } };

const MANY = 100_000;

let world: World;
let ids: Record<'program' | 'partner' | 'link' | 'lead', string>;
let partner: Caller;
beforeAll(async () => {
  world = await createWorld();
  const { db } = world.server;
  const { id: program } = await world.program();
  await world.program({ reward: { kind: 'percent', percent_bps: 750 }, reward_event: 'deal_won' });
  const { card, caller } = await world.partner();
  const { id: link } = await world.enroll(program, card.id);
  const { id: lead, organization } = await world.lead(program, { partner: card.id });
  await insertManyLeads(db, organization.id, MANY, world.server.now());
  ids = { program, partner: card.id, link, lead };
  partner = caller;
  await takeCrowdedCard(db, card.id);
});

afterAll(() => world.stop());

/** Moves the user of a card to the card of a partner with thousands of leads. */
async function takeCrowdedCard(db: Db, id: string) {
  const cards = db.selectFrom('partners').select(['id', 'user_id']);
  const { user_id } = await cards.where('id', '=', id).executeTakeFirstOrThrow();
  const partnerWithManyLeads = await cards.where('name', '=', 'Партнер 10').executeTakeFirstOrThrow();
  await db.updateTable('partners').set({ user_id: null }).where('id', '=', id).execute();
  await db.updateTable('partners').set({ user_id }).where('id', '=', partnerWithManyLeads.id).execute();
}

const SEARCHED = ['9410012345', 'л-10012', '999999999999'];
const NAMED = ['nobody', '1234', '12345', '999999999'].map((text) => `search=${text}`);
const DAYS = 'created_from=2020-01-01&created_to=2030-01-01';
const LISTS = {
  leads: {
    orderings: ['created_at', 'updated_at', 'number'],
    filters: () => [
      ...[
        'status=new',
        'status=won,lost',
        `program=${ids.program}`,
        `partner=${ids.partner}`,
        `link=${ids.link}`,
      ],
      ...['source=public_form', 'source=import', 'reason_code=refused', DAYS],
      ...['utm_source=vk', 'utm_campaign=autumn'],
      ...SEARCHED.map((text) => `search=${encodeURIComponent(text)}`),
    ],
  },
  accruals: {
    orderings: ['created_at', 'number', 'amount_kop'],
    filters: () => [
      ...['status=hold', 'status=available,paid', 'kind=reward', 'kind=bonus', `program=${ids.program}`],
      ...[`partner=${ids.partner}`, `lead=${ids.lead}`, DAYS, ...NAMED],
    ],
  },
  payments: {
    orderings: ['created_at', 'updated_at', 'number', 'amount_kop'],
    filters: () => [
      ...['status=draft', 'status=paid', `partner=${ids.partner}`, DAYS],
      ...[`paid_from=${world.today()}`, ...NAMED],
    ],
  },
} as const;

/** Returns a cursor in the middle of a list. */
async function deepCursor(list: keyof typeof LISTS, ordering: string): Promise<string> {
  const column = sql.ref(ordering.replace('-', ''));
  const key = /_at$/.test(ordering)
    ? sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`${column}::text`;
  const { rows } = await sql<{ key: string; id: string }>`
    select ${key} as key, id from ${sql.table(list)} order by ${column} desc
    offset (select count(*) / 2 from ${sql.table(list)}) limit 1`.execute(world.server.db);
  const { key: value = '', id = '' } = rows[0] ?? {};
  return writeCursor({ ordering, key: value, id, backward: false });
}

async function expectNoneWhole(by: Caller, paths: readonly string[]) {
  const found: string[] = [];
  for (const path of paths)
    found.push(
      ...(await findSequentialScans(world.server.db, by, path)).map((table) => `${table} by ${path}`),
    );
  expect(found).toEqual([]);
}

describe.each(Object.keys(LISTS) as (keyof typeof LISTS)[])('the list of %s', (list) => {
  const { orderings, filters } = LISTS[list];
  const both = orderings.flatMap((key) => [key, `-${key}`]);

  test('scans no large table sequentially in every order, on the first page and on a later one', async () => {
    const paths: string[] = [];
    for (const ordering of both) {
      const first = `${api}/${list}/?page_size=50&ordering=${ordering}`;
      paths.push(first, `${first}&cursor=${await deepCursor(list, ordering)}`);
    }
    await expectNoneWhole(world.boss, paths);
  });

  test('scans no large table sequentially with every filter and for its counts', async () => {
    const counted = filters().filter((filter) => !filter.startsWith('status='));
    await expectNoneWhole(world.boss, [
      ...filters().map((filter) => `${api}/${list}/?page_size=50&${filter}`),
      ...['', ...counted].map((filter) => `${api}/${list}/counts/?${filter}`),
      ...(list === 'leads' ? [`${api}/leads/counts/?sums=true`, `${api}/leads/tags/`] : []),
    ]);
  });
});

test('the matches of a search for leads are counted up to ten thousand', async () => {
  const found = (text: string) => world.boss.get(`${api}/leads/counts/?sums=true&search=${text}`);
  const manyLeads = ok<LeadCounts>(await found('941'));
  expect(manyLeads).toMatchObject({ all: 10_000, more: true });
  expect(manyLeads).not.toHaveProperty('sums');
  const fewLeads = ok<LeadCounts>(await found('941020'));
  expect(fewLeads).not.toHaveProperty('more');
  expect(fewLeads.sums?.all).toBeGreaterThan(0);
});

test('the matches of a search for accruals are counted up to ten thousand', async () => {
  const found = async (text: string) =>
    ok<LeadCounts>(await world.boss.get(`${api}/accruals/counts/?search=${encodeURIComponent(text)}`));
  for (const text of ['партнер', '00']) {
    const manyLeads = await found(text);
    expect(manyLeads, text).toMatchObject({ all: 10_000, more: true, next_release: null });
    expect(manyLeads).not.toHaveProperty('sums');
  }
  const [one, other] = [await found('1234'), await found('12345')];
  expect(one).not.toHaveProperty('more');
  expect(one.all).toBeGreaterThan(other.all);
});

test.each(['-created_at', 'amount_kop'])(
  'the pages of a search by number in the order %s contain each accrual once',
  async (ordering) => {
    const path = `${api}/accruals/?search=1000&page_size=25&ordering=${ordering}`;
    const { all } = ok<LeadCounts>(await world.boss.get(`${api}/accruals/counts/?search=1000`));
    const pages = [ok<Page<Accrual>>(await world.boss.get(path))];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
      pages.push(ok<Page<Accrual>>(await world.boss.get(`${path}&cursor=${next}`)));
    const ids = pages.map(({ results }) => results.map(({ id }) => id));
    expect(all).toBeGreaterThan(25);
    expect(new Set(ids.flat()).size).toBe(all);
    expect(ids.flat()).toHaveLength(all);
    const before = ok<Page<Accrual>>(await world.boss.get(`${path}&cursor=${pages.at(-1)?.previous}`));
    expect(before.results.map(({ id }) => id)).toEqual(ids.at(-2));
  },
);

test('a search by a three-digit number counts each accrual once', async () => {
  const search = '777';
  const counts = ok<LeadCounts>(await world.boss.get(`${api}/accruals/counts/?search=${search}`));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from accruals a join partners p on p.id = a.partner_id left join leads l on l.id = a.lead_id
    where a.number::text like ${`%${search}%`} or l.number::text like ${`%${search}%`} or p.search_text like ${`%${search}%`}`.execute(
    world.server.db,
  );
  expect(counts.all).toBe(rows[0]?.count);
});

/** Much less than the number of rows of one partner. */
const FEW = 600;
const isFew = (read: unknown) => typeof read === 'number' && read < FEW;

test.each(['leads', 'accruals'] as const)(
  'a page of the %s of a partner reads only a few of the rows of the partner',
  async (list) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(list)} r join partners p on p.id = r.partner_id
      where p.user_id is not null`.execute(world.server.db);
    expect(rows[0]?.count).toBeGreaterThan(FEW);
    for (const query of ['', 'ordering=created_at', list === 'leads' ? 'status=won' : 'status=paid']) {
      const path = `${api}/${list}/?page_size=25&${query}`;
      expect([path, await rowsRead(world.server.db, partner, path)]).toEqual([path, expect.toSatisfy(isFew)]);
    }
    const counts = `${api}/${list}/counts/${list === 'leads' ? '?sums=true' : ''}`;
    expect([counts, await rowsRead(world.server.db, partner, counts)]).toEqual([
      counts,
      expect.toSatisfy(isFew),
    ]);
  },
);

test('the list of payable partners reads stored balances instead of summing accruals', async () => {
  expect(await rowsRead(world.server.db, world.boss, `${api}/payments/eligible/?page_size=50`)).toBeLessThan(
    FEW,
  );
});

test('the top partners of a year are found without reading daily figures', async () => {
  const tables = new Set(
    (await plansOf(world.server.db, world.boss, '/api/home/top/?from=2026-01-01&to=2026-12-31')).map(
      (node) => node['Relation Name'],
    ),
  );
  expect([...tables]).toContain('partner_spans');
  expect([...tables].filter((table) => table === 'lead_days' || table === 'accrual_days')).toEqual([]);
});

test('the recent leads of listed partners are read from spans of one day instead of daily figures by source', async () => {
  const tables = new Set(
    (await plansOf(world.server.db, world.boss, `${api}/partners/?page_size=100&ordering=-leads`)).map(
      (node) => node['Relation Name'],
    ),
  );
  expect([...tables]).toContain('partner_spans');
  expect([...tables].filter((table) => table === 'lead_days' || table === 'accrual_days')).toEqual([]);
});

test('the page of a program and its partners scan no large table sequentially', async () => {
  const filters = `program=${ids.program}&from=2026-01-01&to=2026-12-31`;
  const partners = `${api}/programs/${ids.program}/enrollments/`;
  await expectNoneWhole(world.boss, [
    ...['summary', 'series', 'top'].map((call) => `/api/home/${call}/?${filters}`),
    ...['created_at', 'name', 'leads', 'won', 'rewards_kop'].map((key) => `${partners}?ordering=-${key}`),
    `${partners}?search=%D0%BF%D0%B0%D1%80`,
  ]);
});

test('partners and programs scan no large table sequentially in any order by a figure', async () => {
  const both = (keys: readonly string[]) => keys.flatMap((key) => [key, `-${key}`]);
  await expectNoneWhole(world.boss, [
    ...both(['leads', 'won', 'earned_kop', 'available_kop', 'last_lead_at']).map(
      (ordering) => `${api}/partners/?page_size=50&ordering=${ordering}`,
    ),
    ...both(['leads', 'won', 'rewards_kop']).map((ordering) => `${api}/programs/?ordering=${ordering}`),
  ]);
});

test('programs and the home pages of organizations and partners scan no large table sequentially', async () => {
  const home = ['summary/', 'summary/?from=2026-01-01&to=2026-12-31', 'series/?step=week', 'tasks/'];
  const of = (calls: readonly string[]) => calls.map((call) => `/api/home/${call}`);
  const programs = `${api}/programs/`;
  await expectNoneWhole(world.boss, [
    programs,
    `${api}/payments/totals/`,
    ...of([...home, 'top/', 'start/']),
  ]);
  await expectNoneWhole(partner, [programs, ...of([...home, 'balance/'])]);
});
