import { expect, test } from '../fixtures.ts';
import { test as demoTest } from '../support/demo.ts';
import { hold } from '../support/network.ts';
import { opener } from '../support/opener.ts';
import { organization, partner } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { calls } from '../support/wire.ts';

const get = (path: string) => `GET /api/${path}/`;
const leads = [get('referral/leads'), get('referral/leads/counts')];

const pages = [
  {
    who: organization,
    address: '/',
    shows: /Лиды по дням|Воронка/,
    reads: [get('home/summary'), get('home/tasks'), get('home/start')],
  },
  { who: organization, address: '/leads', shows: /Окна для дома/, reads: leads },
  {
    who: organization,
    address: '/referral/program',
    shows: /Окна для дома/,
    reads: [get('referral/programs'), get('referral/programs/counts')],
  },
  {
    who: organization,
    address: '/partners',
    shows: /Добавить партнера/,
    reads: [get('referral/partners'), get('referral/partners/counts')],
  },
  {
    who: organization,
    address: '/payments',
    shows: /Смирнов/,
    reads: [get('referral/payments/eligible'), get('referral/payments/totals')],
  },
  {
    who: organization,
    address: '/profile/journal',
    shows: /Иванова/,
    reads: [get('referral/journal'), get('referral/journal/counts')],
  },
  {
    who: partner,
    address: '/',
    shows: /Ваша ссылка/,
    reads: [get('home/summary'), get('home/tasks'), get('home/balance')],
  },
  { who: partner, address: '/leads', shows: /Окна для дома/, reads: leads },
  { who: partner, address: '/payments', shows: /Доступно к выплате/, reads: [get('home/balance')] },
];

for (const { who, address, shows, reads } of pages)
  demoTest(
    `the first data of ${address} for the role ${who.role} is requested once`,
    async ({ page, context, server, wire }) => {
      await signInContext(context, server.url, who);
      await opener(page).open({ address, shows });
      for (const read of reads) expect(wire.names().filter((name) => name === read)).toEqual([read]);
    },
  );

demoTest('data of an address with a query is requested once', async ({ page, context, server, wire }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/leads?status=new');
  await expect(page.getByText('Окна для дома').first()).toBeVisible();
  for (const read of leads)
    await expect.poll(() => wire.names().filter((name) => name === read)).toEqual([read]);
});

demoTest('the code of the side panel loads after the rows', async ({ page, context, server }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await signInContext(context, server.url, organization);
  const rows = await hold(page, '**/api/referral/leads/');
  await page.goto('/leads');
  await expect(page.getByRole('button', { name: 'Столбцы и плотность' })).toBeVisible();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const before = requested.length;
  rows.release();
  await expect(page.getByText('Окна для дома').first()).toBeVisible();
  await expect
    .poll(() => requested.slice(before).filter((path) => /\/assets\/.*\.js$/.test(path)).length)
    .toBeGreaterThan(3);
});

test('with an expired token the session is kept and the rows are read with the new token', async ({
  page,
  context,
  server,
  wire,
}) => {
  await signInContext(context, server.url, organization);
  server.advance(301);
  await page.goto('/leads');
  await expect(page.getByText('Лидов пока нет')).toBeVisible();
  await expect(page).toHaveURL('/leads');
  expect(wire.sessionNames()).toEqual([calls.verify, calls.refresh, calls.verify]);
  const tokensOf = async (name?: string) =>
    (await wire.calls()).filter(({ call }) => call === name).map(({ authorization }) => authorization);
  expect((await tokensOf(leads[0])).at(-1)).toBe((await tokensOf(calls.verify)).at(-1));
});

test('a failed first request is repeated', async ({ page, context, server, watch }) => {
  watch.expect(/ERR_FAILED/);
  await signInContext(context, server.url, organization);
  let requests = 0;
  // The route stays: Playwright ends the interception with the last route, and a request in flight can then hang.
  await page.route('**/api/referral/leads/', (route) => {
    requests += 1;
    return requests === 1 ? route.abort() : route.continue();
  });
  await page.goto('/leads');
  await expect(page.getByText('Лидов пока нет')).toBeVisible();
  expect(requests).toBeGreaterThan(1);
});
