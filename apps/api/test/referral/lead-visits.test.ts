import {
  type HomeSeries,
  type HomeSummary,
  type HomeTop,
  joinList,
  type Lead,
  type Link,
  type Page,
  type Program,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let program: Program;
let link: Link;
let partner: Caller;
beforeAll(async () => {
  world = await createWorld();
  program = await world.program();
  const { card, caller } = await world.partner();
  partner = caller;
  link = await world.enroll(program.id, card.id);
  await comeBy({ utm_source: 'vk', utm_campaign: 'осень', referrer: 'https://vk.com/feed' });
  await comeBy({ utm_source: 'vk', utm_campaign: 'зима' });
  await comeBy({ utm_source: 'Яндекс' });
  await comeBy({ utm_source: 'Щит, улица\\2', utm_campaign: '🪟'.repeat(200) });
  await comeBy({});
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

/** Opens the link with UTM tags and submits the form. */
async function comeBy(tags: object) {
  await world.server.resetLimits();
  const page = `/api/public/ref/${link.code}/`;
  const { click } = ok<{ click: string }>(await world.anonymous.post(`${page}clicks/`, tags));
  await world.server.settled();
  ok(
    await world.anonymous.post(`${page}leads/`, {
      name: 'Иван',
      phone: world.phone(),
      consent: true,
      click,
    }),
  );
}
const leads = async (query = '', by: Caller = world.boss) =>
  ok<Page<Lead>>(await by.get(`${api}/leads/${query}`)).results;

test('a lead shows the tags and the referrer of its visit to the organization and to its partner', async () => {
  for (const caller of [world.boss, partner]) {
    const [lead] = await leads('?utm_campaign=осень', caller);
    expect(lead?.visit).toEqual({
      utm_source: 'vk',
      utm_medium: '',
      utm_campaign: 'осень',
      utm_content: '',
      utm_term: '',
      referrer_host: 'vk.com',
    });
  }
});

test('leads are filtered and counted by tags, alone and together', async () => {
  const idsOf = async (query: string) => {
    const { all } = ok<{ all: number }>(await world.boss.get(`${api}/leads/counts/${query}`));
    return [(await leads(query)).length, all];
  };
  expect(await idsOf('?utm_source=vk')).toEqual([2, 2]);
  expect(await idsOf('?utm_source=vk,Яндекс')).toEqual([3, 3]);
  expect(await idsOf('?utm_source=vk&utm_campaign=зима')).toEqual([1, 1]);
  expect(await idsOf('?utm_source=google')).toEqual([0, 0]);
});

test.each(['Щит, улица\\2', 'Щит, улица\\2|vk', '🪟'])(
  'leads can be filtered by the tags %s with any characters',
  async (url) => {
    const isCampaign = url === '🪟';
    const values = isCampaign ? [url.repeat(200)] : url.split('|');
    const query = new URLSearchParams({ [isCampaign ? 'utm_campaign' : 'utm_source']: joinList(values) });
    const { all } = ok<{ all: number }>(await world.boss.get(`${api}/leads/counts/?${query}`));
    expect([(await leads(`?${query}`)).length, all]).toEqual(values.length === 1 ? [1, 1] : [3, 3]);
  },
);

test('values of a tag are suggested by prefix without repetitions and only from one organization', async () => {
  const tags = async (query: string, by: Caller = world.boss) =>
    ok<{ results: string[] }>(await by.get(`${api}/leads/tags/${query}`)).results;
  expect((await tags('')).sort()).toEqual(['vk', 'Щит, улица\\2', 'Яндекс'].sort());
  expect(await tags('?name=utm_source&search=v')).toEqual(['vk']);
  expect((await tags('?name=utm_campaign&search=з')).sort()).toEqual(['зима']);
  expect(await tags('', await world.organization())).toEqual([]);
});

test('the export has a column for each tag', async () => {
  const text = await (await world.boss.open(`${api}/leads/export/?format=csv&utm_campaign=осень`)).text();
  const [head = '', row = ''] = text.split('\r\n');
  for (const title of ['utm_source', 'utm_campaign', 'Перешел с']) expect(head).toContain(title);
  expect(row).toContain('vk;;осень;;;vk.com');
});

test('the home page names the sources with the most leads of the period', async () => {
  const { utm_sources } = ok<HomeTop>(await world.boss.get('/api/home/top/'));
  expect(utm_sources).toEqual([
    { utm_source: 'vk', leads: 2, won: 0, deal_kop: 0 },
    { utm_source: 'Щит, улица\\2', leads: 1, won: 0, deal_kop: 0 },
    { utm_source: 'Яндекс', leads: 1, won: 0, deal_kop: 0 },
  ]);
});

test('a UTM tag filters the figures, the chart and the lists of the home page, except the list of tags', async () => {
  const filter = 'utm_source=vk';
  const { current } = ok<HomeSummary>(await world.boss.get(`/api/home/summary/?${filter}`));
  expect(current).toMatchObject({ leads: 2, won: 0, clicks: 0, rewards_kop: 0, paid_kop: 0 });
  const { current: days } = ok<HomeSeries>(await world.boss.get(`/api/home/series/?${filter}`));
  expect(days.points.reduce((sum, { value }) => sum + value, 0)).toBe(2);
  const { partners, programs, sources, utm_sources } = ok<HomeTop>(
    await world.boss.get(`/api/home/top/?by=leads&${filter}`),
  );
  expect(partners.map(({ leads }) => leads)).toEqual([2]);
  expect(programs.map(({ leads }) => leads)).toEqual([2]);
  expect(sources.filter(({ leads }) => leads > 0)).toMatchObject([{ source: 'public_form', leads: 2 }]);
  expect(utm_sources).toHaveLength(3);
});

test('values of a UTM tag are combined with each other and with other filters of the home page', async () => {
  const countLeads = async (filters: Record<string, string>) =>
    ok<HomeSummary>(await world.boss.get(`/api/home/summary/?${new URLSearchParams(filters)}`)).current.leads;
  const tags = joinList(['Щит, улица\\2', 'Яндекс']);
  expect(await countLeads({ utm_source: tags })).toBe(2);
  expect(await countLeads({ utm_source: tags, program: program.id, source: 'public_form' })).toBe(2);
  expect(await countLeads({ utm_source: tags, source: 'import' })).toBe(0);
  expect(await world.boss.get('/api/home/summary/?utm_source=')).toMatchObject({ status: 400 });
});

test('rewards and payments of a UTM tag are those of its leads', async () => {
  const [lead] = await leads('?utm_source=Яндекс');
  ok(
    await world.boss.post(`${api}/leads/${lead?.id}/transition/`, {
      to: 'qualified',
      version: lead?.version,
    }),
  );
  const rewards = async (filter: string) =>
    ok<HomeSummary>(await world.boss.get(`/api/home/summary/?${filter}`)).current.rewards_kop;
  expect(await rewards('')).toBeGreaterThan(0);
  expect(await rewards('utm_source=Яндекс')).toBe(await rewards(''));
  expect(await rewards('utm_source=vk')).toBe(0);
  const { partners } = ok<HomeTop>(await world.boss.get('/api/home/top/?utm_source=Яндекс'));
  expect(partners).toMatchObject([{ leads: 1, rewards_kop: await rewards('') }]);
});
