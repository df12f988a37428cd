import type {
  Accrual,
  EnrollmentWithFigures,
  HomeFigures,
  HomeSales,
  HomeSeries,
  HomeSummary,
  HomeTop,
  Lead,
  Page,
  Program,
} from '@referral-dashboard/api-contract';
import { HOME_METRICS, HOME_STEPS } from '@referral-dashboard/api-contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plusDays } from '../../src/database/figures/periods.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const HOUR = 60 * 60;
const LEADS = 24;
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const FIRST_DAY = '2028-01-20';

let world: World;
let programs: Program[];
let partners: { id: string; caller: Caller }[];

/** Creates two programs, three partners, and a lead every 37 hours around the end of a leap-year February, in various statuses. */
beforeAll(async () => {
  world = await createWorld();
  world.server.setClock(new Date(`${FIRST_DAY}T20:59:00Z`));
  programs = [
    await world.program(),
    await world.program({ reward: { kind: 'percent', percent_bps: 750 }, reward_event: 'deal_won' }),
  ];
  partners = [];
  const codes: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { card, caller } = await world.partner();
    partners.push({ id: card.id, caller });
    for (const { id } of programs) codes.push((await world.enroll(id, card.id)).code);
  }
  for (let index = 0; index < LEADS; index += 1) {
    world.server.advance(37 * HOUR);
    const page = `/api/public/ref/${codes[index % codes.length]}/`;
    for (const visitor of index % 3 === 0 ? ['one', 'one'] : ['one']) {
      ok(await world.anonymous.post(`${page}clicks/`, { visitor }, BROWSER));
    }
    const partner = index % 5 === 4 ? {} : { partner: partners[index % 3]?.id };
    const program = programs[index % 2]?.id ?? '';
    await moveOn(
      await world.lead(program, { ...partner, ...(index % 9 === 8 && { phone: '+79031234567' }) }),
      index,
    );
  }
  await world.server.settled();
  await world.boss.post(`${api}/accruals/`, bonusOf(partners[0]?.id));
  const bonus = ok<Accrual>(await world.boss.post(`${api}/accruals/`, bonusOf(partners[0]?.id)));
  ok(await world.boss.post(`${api}/accruals/${bonus.id}/cancel/`, { reason: 'Ошибка' }));
});
afterAll(() => world.stop());

const bonusOf = (partner: string | undefined) => ({
  partner,
  kind: 'bonus',
  amount_kop: 12_345,
  explanation: 'За старание',
});

const WAYS = [
  [],
  [{ to: 'in_progress' }],
  [{ to: 'qualified' }],
  [{ to: 'qualified' }, { to: 'won', deal_amount_kop: 1_234_567 }],
  [{ to: 'rejected', reason_code: 'no_answer' }],
  [{ to: 'qualified' }, { to: 'won', deal_amount_kop: 7_000_000 }, { to: 'lost', reason_code: 'refund' }],
];

async function moveOn({ id, status, version }: Lead, index: number) {
  if (status === 'duplicate') return;
  for (const [step, move] of (WAYS[Math.floor(index / 6) % WAYS.length] ?? []).entries()) {
    ok(await world.boss.post(`${api}/leads/${id}/transition/`, { ...move, version: version + step }));
  }
}

type Query = { from: string; to: string; program?: string; partner?: string };
const queries = fc
  .record({
    start: fc.nat(100),
    days: fc.integer({ min: 1, max: 60 }),
    program: fc.option(fc.nat(1)),
    partner: fc.option(fc.nat(2)),
  })
  .map(({ start, days, program, partner }): Query => {
    const from = plusDays(FIRST_DAY, start - 10);
    return {
      from,
      to: plusDays(from, days - 1),
      ...(program !== null && { program: programs[program]?.id ?? '' }),
      ...(partner !== null && { partner: partners[partner]?.id ?? '' }),
    };
  });

const query = (filters: Record<string, string>) => new URLSearchParams(filters).toString();

/** Computes the figures from the lists that the caller can see. */
async function listLeads(caller: Caller, { from, to, ...filters }: Query) {
  const search = query({ created_from: from, created_to: to, ...filters });
  const page = ok<Page<Lead>>(
    await caller.get(
      `${api}/leads/?page_size=100&status=new,in_progress,qualified,won,lost,rejected&${search}`,
    ),
  ).results;
  const won = page.filter(({ status }) => status === 'won');
  const accruals = ok<{ sums: { all: number } }>(await caller.get(`${api}/accruals/counts/?${search}`));
  return {
    from,
    to,
    leads: page.length,
    won: won.length,
    qualified: page.filter(({ status }) => status === 'qualified').length + won.length,
    deal_kop: won.reduce((sum, { deal_amount_kop }) => sum + (deal_amount_kop ?? 0), 0),
    rewards_kop: accruals.sums.all,
  };
}

/** Counts the stored visits. */
async function visits({ from, to, program, partner }: Query) {
  const { rows } = await sql<{ clicks: number; unique_clicks: number }>`
    select count(*)::int as clicks, (count(*) filter (where c.is_unique))::int as unique_clicks
    from clicks c join links l on l.id = c.link_id
    where (c.at at time zone 'Europe/Moscow')::date between ${from}::date and ${to}::date
      and (${program ?? null}::uuid is null or l.program_id = ${program ?? null}::uuid)
      and (${partner ?? null}::uuid is null or l.partner_id = ${partner ?? null}::uuid)`.execute(
    world.server.db,
  );
  return rows[0];
}

const summary = async (caller: Caller, filters: Record<string, string> = {}) =>
  ok<HomeSummary>(await caller.get(`/api/home/summary/?${query(filters)}`));

describe('the figures of a period', () => {
  test('match the lists with the same filters for an organization, in the previous period too', async () => {
    let checkedDays = 0;
    await fc.assert(
      fc.asyncProperty(queries, async (filters) => {
        const { current, previous } = await summary(world.boss, filters);
        expect(previous.to).toBe(plusDays(current.from, -1));
        expect(current).toMatchObject({
          ...(await listLeads(world.boss, filters)),
          ...(await visits(filters)),
        });
        const before = { ...filters, from: previous.from, to: previous.to };
        expect(previous).toMatchObject({
          ...(await listLeads(world.boss, before)),
          ...(await visits(before)),
        });
        checkedDays += current.won;
      }),
      { numRuns: 15, examples: [[{ from: FIRST_DAY, to: '2028-03-20' }]] },
    );
    expect(checkedDays).toBeGreaterThan(0);
  });

  test('contain only own data for a partner, even with the filter of another partner', async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.nat(2), async (filters, index) => {
        const { id = '', caller = world.boss } = partners[index] ?? {};
        const { current } = await summary(caller, filters);
        expect(current).toMatchObject(await listLeads(caller, filters));
        const own = await listLeads(world.boss, { ...filters, partner: id });
        const isOther = filters.partner !== undefined && filters.partner !== id;
        expect(current).toMatchObject(isOther ? { leads: 0, rewards_kop: 0, clicks: 0 } : own);
      }),
      { numRuns: 15 },
    );
  });

  test('equal the sum of the points for every figure and step', async () => {
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.constantFrom(...HOME_METRICS),
        fc.constantFrom(...HOME_STEPS),
        async (filters, metric, step) => {
          const response = await summary(world.boss, filters);
          const series = ok<HomeSeries>(
            await world.boss.get(`/api/home/series/?${query({ ...filters, metric, step })}`),
          );
          const sales = ok<HomeSales>(await world.boss.get(`/api/home/sales/?${query(filters)}`));
          for (const period of ['current', 'previous'] as const) {
            const { from, to, points } = series[period];
            const figures = { ...response[period], revenue_kop: sales[period].revenue_kop };
            expect({ from, to }).toEqual({ from: response[period].from, to: response[period].to });
            expect([points[0]?.from, points.at(-1)?.to]).toEqual([from, to]);
            expect(points.reduce((sum, { value }) => sum + value, 0)).toBe(figures[metric]);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  test('have a point for every day, including days without data', async () => {
    const range = { from: '2028-02-27', to: '2028-03-01' };
    const { current } = ok<HomeSeries>(await world.boss.get(`/api/home/series/?${query(range)}`));
    expect(current.points.map(({ from }) => from)).toEqual([
      ...['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'],
    ]);
    for (const { from, value } of current.points) {
      expect(value).toBe((await listLeads(world.boss, { from, to: from })).leads);
    }
  });

  test('contain shares in basis points', async () => {
    const { current } = await summary(world.boss, { from: FIRST_DAY, to: '2028-06-01' });
    const share = (part: keyof HomeFigures, whole: keyof HomeFigures) =>
      Math.round((Number(current[part]) / Number(current[whole])) * 10_000);
    expect(current.conversions).toEqual({
      click_to_lead: share('leads', 'clicks'),
      lead_to_qualified: share('qualified', 'leads'),
      lead_to_won: share('won', 'leads'),
    });
  });

  test.each([
    ['from=2028-03-02&to=2028-03-01', 'Окончание раньше начала.'],
    ['from=2027-03-01&to=2028-03-01', 'Не больше 366 дней.'],
  ])('are refused for %s: «%s»', async (query, sentence) => {
    for (const call of ['summary', 'series', 'top']) {
      expect(await world.boss.get(`/api/home/${call}/?${query}`)).toMatchObject({
        status: 400,
        body: { to: [sentence] },
      });
    }
  });
});

describe('the top partners of a period', () => {
  test.each(['rewards_kop', 'won', 'leads'] as const)(
    'have the figures of the lists when ordered by %s',
    async (by) => {
      const range = { from: FIRST_DAY, to: '2028-06-01' };
      const { partners: best } = ok<HomeTop>(
        await world.boss.get(`/api/home/top/?${query({ ...range, by })}`),
      );
      expect(best).toHaveLength(3);
      for (const { partner, ...figures } of best) {
        expect(await listLeads(world.boss, { ...range, partner: partner.id })).toMatchObject(figures);
      }
      const values = best.map((figures) => figures[by]);
      expect(values).toEqual(values.toSorted((one, other) => other - one));
    },
  );

  test.each(['rewards_kop', 'won', 'leads'] as const)(
    'have the figures of the lists of one program when ordered by %s',
    async (by) => {
      for (const { id: program } of programs) {
        const range = { from: FIRST_DAY, to: '2028-03-05', program };
        const { partners: best } = ok<HomeTop>(
          await world.boss.get(`/api/home/top/?${query({ ...range, by, limit: '12' })}`),
        );
        expect(best.length).toBeGreaterThan(0);
        for (const { partner, ...figures } of best) {
          expect(await listLeads(world.boss, { ...range, partner: partner.id })).toMatchObject(figures);
        }
        const values = best.map((figures) => figures[by]);
        expect(values).toEqual(values.toSorted((one, other) => other - one));
      }
    },
  );

  test('and the sources of a program add up to the leads of the program', async () => {
    for (const { id: program } of programs) {
      const filters = { from: FIRST_DAY, to: '2028-06-01', program };
      const { sources } = ok<HomeTop>(await world.boss.get(`/api/home/top/?${query(filters)}`));
      const { current } = await summary(world.boss, filters);
      expect(sources.reduce((sum, { leads }) => sum + leads, 0)).toBe(current.leads);
    }
  });

  test('are empty for the program of another organization', async () => {
    const other = await world.organization();
    const filters = { from: FIRST_DAY, to: '2028-06-01', program: programs[0]?.id ?? '' };
    const { partners: best, sources } = ok<HomeTop>(await other.get(`/api/home/top/?${query(filters)}`));
    expect(best).toEqual([]);
    expect(sources.map(({ leads }) => leads)).toEqual([0, 0, 0, 0, 0]);
    expect((await summary(other, filters)).current).toMatchObject({ clicks: 0, leads: 0, rewards_kop: 0 });
  });

  test('contain every source of leads', async () => {
    const { sources } = ok<HomeTop>(await world.boss.get(`/api/home/top/?from=${FIRST_DAY}&to=2028-06-01`));
    expect(sources.map(({ source }) => source)).toEqual([
      'public_form',
      'own_site',
      'partner',
      'organization',
      'import',
    ]);
    const { current } = await summary(world.boss, { from: FIRST_DAY, to: '2028-06-01' });
    const { leads, won, deal_kop } = current;
    expect(sources[3]).toEqual({ source: 'organization', leads, won, deal_kop });
  });
});

describe('the partners of a program', () => {
  const listEnrollments = async (program: string, filters: Record<string, string> = {}) =>
    ok<Page<EnrollmentWithFigures>>(
      await world.boss.get(`${api}/programs/${program}/enrollments/?${query(filters)}`),
    ).results;

  test('have the figures of the lists', async () => {
    for (const { id: program } of programs) {
      const enrollments = await listEnrollments(program);
      expect(enrollments).toHaveLength(3);
      for (const { partner, figures } of enrollments) {
        const filters = { from: '2027-01-01', to: '2029-12-31', program, partner: partner.id };
        expect(await listLeads(world.boss, filters)).toMatchObject(figures);
      }
    }
  });

  test.each(['leads', 'won', 'rewards_kop'] as const)('are sorted by %s', async (figure) => {
    const [{ id = '' } = {}] = programs;
    const descending = await listEnrollments(id, { ordering: `-${figure}` });
    const values = descending.map(({ figures }) => figures[figure]);
    expect(values).toEqual(values.toSorted((one, other) => other - one));
    const ascending = await listEnrollments(id, { ordering: figure });
    expect(ascending.map((row) => row.id)).toEqual(descending.map((row) => row.id).reverse());
  });

  test('are found by a part of the name', async () => {
    const [{ id = '' } = {}] = programs;
    const [first] = await listEnrollments(id, { ordering: 'name' });
    const found = await listEnrollments(id, { search: first?.partner.name.slice(0, -1) ?? '' });
    expect(found.map((row) => row.id)).toContain(first?.id);
    expect(await listEnrollments(id, { search: 'Такого партнера нет' })).toEqual([]);
  });
});

describe('in an earlier time zone', () => {
  test('a lead after local midnight counts for the next day, and the default period ends on it', async () => {
    const boss = await world.organization();
    const { id } = await world.program({}, boss);
    await world.server.db
      .updateTable('organizations')
      .set({ time_zone: 'Asia/Vladivostok' })
      .where('id', '=', ok<{ id: string }>(await boss.get(`${api}/organization/`)).id)
      .execute();
    for (const moment of ['2029-02-28T13:59:59.999Z', '2029-02-28T14:00:00Z']) {
      world.server.setClock(new Date(moment));
      await world.lead(id, {}, boss);
    }
    const { current, previous } = await summary(boss);
    expect(current).toMatchObject({ from: '2029-01-31', to: '2029-03-01', leads: 2 });
    expect(previous).toMatchObject({ from: '2029-01-01', to: '2029-01-30', leads: 0 });
    const day = (from: string) => summary(boss, { from, to: from });
    expect((await day('2029-02-28')).current.leads).toBe(1);
    expect((await day('2029-03-01')).current.leads).toBe(1);
    expect((await day('2029-03-01')).previous).toMatchObject({ from: '2029-02-28', leads: 1 });
  });
});

test('an organization without data has zeros and no shares', async () => {
  const boss = await world.organization();
  const zeros = {
    clicks: 0,
    unique_clicks: 0,
    leads: 0,
    qualified: 0,
    won: 0,
    deal_kop: 0,
    rewards_kop: 0,
    reward_per_deal_kop: null,
    paid_kop: 0,
  };
  const conversions = { click_to_lead: null, lead_to_qualified: null, lead_to_won: null };
  const { current, previous } = await summary(boss);
  expect(current).toMatchObject({ ...zeros, conversions });
  expect(previous).toMatchObject({ ...zeros, conversions });
  const best = ok<HomeTop>(await boss.get('/api/home/top/'));
  expect(best.partners).toEqual([]);
  expect(best.sources.map(({ leads }) => leads)).toEqual([0, 0, 0, 0, 0]);
});
