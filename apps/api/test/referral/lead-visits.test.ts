import {
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
