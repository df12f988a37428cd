/**
 * Measures for a signed-in user the time to the rows of a page, navigation between sections, and interactions. `node bench/signed-in.ts`
 * runs `ROUNDS` (3) of each in turn and each navigation three times per round, prints a table and writes `bench-signed-in.json` to the reports
 * of the server.
 */
import { chromium, type Page } from '@playwright/test';
import { figure, report } from '@referral-dashboard/api/bench';
import { launchOptions } from '../browser.ts';
import { copyLatestLead } from '../support/leads.ts';
import { organization } from '../support/people.ts';
import { startServer } from '../support/servers.ts';
import { openSession, storeSession } from '../support/session.ts';
import { mark, painted, waitForIdle } from './marks.ts';
import { SLOW_4G, throttle } from './measure.ts';
import { captureSections, type Snapshot, showSnapshot } from './snapshot.ts';

const { ROUNDS: rounds = '3' } = process.env;
// Each selector matches nothing on the page that the user navigates from.
const HOME = 'main a[href^="/payments"]';
const LEAD = 'main [data-row-link][href^="/leads"]';
const PARTNER = 'main [data-row-link][href^="/partners"]';
const PROGRAM = 'main [data-row-link][href^="/referral"]';

/** Start pages and selectors of their first rows. */
const pages = [
  { name: 'home, signed in', path: '/', rows: HOME },
  { name: 'leads, signed in', path: '/leads', rows: LEAD },
  { name: 'programs, signed in', path: '/referral/program', rows: PROGRAM },
];

/** Sections of the bottom bar in the order of navigation. */
const sections = [
  { name: 'warm move to leads', label: 'Лиды', path: '/leads', rows: LEAD },
  { name: 'warm move home', label: 'Главная', path: '/', rows: HOME },
  { name: 'warm move to partners', label: 'Партнеры', path: '/partners', rows: PARTNER },
];

type Section = (typeof sections)[number];

const server = await startServer();
await server.welcomeDemo();
// With the 620 leads of the demo: long lists are measured with 2,000.
await copyLatestLead(server, 1400);
const session = await openSession(server.url, organization);
const browser = await chromium.launch(await launchOptions());

const measured = new Map<string, number[]>();
const note = (what: string, value: number) => measured.set(what, [...(measured.get(what) ?? []), value]);

/** Runs `work` on a phone with a stored session and an empty cache. */
async function onPhone(work: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    await storeSession(context, server.url, session);
    await context.addInitScript(mark);
    const page = await context.newPage();
    await throttle(page, SLOW_4G);
    await work(page);
    note('shift', 1000 * (await page.evaluate(() => globalThis.marks.shift)));
  } finally {
    await context.close();
  }
}

const start = ({ name, path, rows }: (typeof pages)[number]) =>
  onPhone(async (page) => {
    await page.goto(server.url + path, { waitUntil: 'commit' });
    const [shell, row] = await Promise.all([painted(page, 'header'), painted(page, rows)]);
    note(`${name}: shell`, shell + SLOW_4G.latency);
    note(name, row);
    await page.waitForLoadState('networkidle');
  });

/** Milliseconds from a tap on a section to its rows. */
async function move(page: Page, { label, path, rows }: Section) {
  await waitForIdle(page);
  const took = page.evaluate(
    ([to, selector]) =>
      new Promise<number>((resolve) => {
        const tapped = async ({ timeStamp }: Event) =>
          resolve((await globalThis.marks.painted(selector, to)) - timeStamp);
        addEventListener('click', tapped, { once: true, capture: true });
      }),
    [path, rows] as const,
  );
  const link = page.getByRole('navigation').getByRole('link', { name: label, exact: true });
  const box = await link.boundingBox();
  if (!box) throw new Error(`No section ${label}`);
  // `locator.tap` runs hit-target checks in the page at every touch event, which would be measured.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  return took;
}

const getBaselineName = ({ name }: Section) => `${name}: the same elements`;

/** Visits the sections once as a warm-up and then three times with measurement. */
async function moves(page: Page, nameOf: (section: Section) => string) {
  for (const section of sections) await move(page, section);
  for (let round = 0; round < 3; round += 1)
    for (const section of sections) note(nameOf(section), await move(page, section));
}

/** Records the longest interaction or the longest task of an action and its consequences. */
async function during(page: Page, mark: 'slowest' | 'longest', what: string, action: () => Promise<unknown>) {
  await waitForIdle(page);
  await page.evaluate((name) => {
    globalThis.marks[name] = 0;
  }, mark);
  await action();
  await waitForIdle(page);
  note(what, await page.evaluate((name) => globalThis.marks[name], mark));
}

// Warm-up: the first responses of the server are not measured.
for (const { path } of pages) await onPhone(async (page) => void (await page.goto(server.url + path)));
measured.clear();
for (let round = 0; round < Number(rounds); round += 1) for (const one of pages) await start(one);

let snapshot: Snapshot | undefined;
await onPhone(async (page) => {
  await page.goto(server.url);
  await page.locator(HOME).first().waitFor();
  for (const section of sections) await move(page, section);
  snapshot = await captureSections(page, sections, move);
});
for (let round = 0; round < Number(rounds); round += 1) {
  await onPhone(async (page) => {
    await page.goto(server.url);
    await page.locator(HOME).first().waitFor();
    await moves(page, ({ name }) => name);
  });
  await onPhone(async (page) => {
    if (snapshot === undefined) throw new Error('No snapshot was captured.');
    await showSnapshot(page, server.url, snapshot);
    await moves(page, getBaselineName);
  });
}

for (let round = 0; round < Number(rounds); round += 2)
  await onPhone(async (page) => {
    const dialog = page.getByRole('dialog');
    await page.goto(`${server.url}/leads`);
    await page.locator(LEAD).first().waitFor();
    await during(page, 'slowest', 'opening a lead', () => page.locator(LEAD).first().tap());
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    await during(page, 'slowest', 'opening the filters', () =>
      page.getByRole('button', { name: /Фильтр/ }).tap(),
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await during(page, 'slowest', 'typing a letter in the search', () =>
      page.getByRole('searchbox').pressSequentially('окна'),
    );
  });

const MANY = [
  'opening the next page of 100 rows',
  'selecting 100 rows',
  'selecting all of 2,000',
  'scrolling a board of 2,000 cards',
];
const [TURN = '', TICK = '', TICK_ALL = '', BOARD = ''] = MANY;

// Measured on a desktop viewport without CPU throttling.
const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await storeSession(desk, server.url, session);
await desk.addInitScript(mark);
const page = await desk.newPage();
for (let round = 0; round < Number(rounds); round += 1) {
  await page.goto(`${server.url}/leads?page_size=100`);
  await page.locator(LEAD).nth(99).waitFor();
  for (const direction of ['Вперед', 'Вперед', 'Назад'])
    await during(page, 'longest', TURN, async () => {
      const first = await page.locator(LEAD).first().getAttribute('data-row-link');
      await page.getByRole('button', { name: direction, exact: true }).click();
      await page.waitForFunction(
        (before) =>
          document.querySelector('main [data-row-link]')?.getAttribute('data-row-link') !== before &&
          document.querySelectorAll('main [data-row-link]').length === 100,
        first,
      );
    });
  await during(page, 'longest', TICK, () =>
    page.getByRole('checkbox', { name: 'Выбрать все на странице' }).click(),
  );
  await during(page, 'longest', TICK_ALL, () => page.getByRole('button', { name: /^Выбрать все / }).click());
  await page.goto(`${server.url}/leads?view=board`);
  await page.locator('main [data-row-link]').first().waitFor();
  await during(page, 'longest', BOARD, () =>
    page.evaluate(async () => {
      const [longest] = [...document.querySelectorAll('main *')]
        .filter((one) => getComputedStyle(one).overflowY === 'auto')
        .toSorted((a, b) => b.scrollHeight - a.scrollHeight);
      for (let step = 0; step < 60; step += 1) {
        longest?.scrollBy(0, 400);
        await new Promise(requestAnimationFrame);
      }
    }),
  );
}
await browser.close();
await server.stop();

const buildRow = (what: string) => figure(what, 'ms', measured.get(what) ?? []);
report('signed-in', [
  ...pages.map(({ name }) => ({
    ...buildRow(name),
    baseline: { ...buildRow(`${name}: shell`), what: 'its shell and a round trip' },
  })),
  ...sections.map((section) => ({
    ...buildRow(section.name),
    baseline: { ...buildRow(getBaselineName(section)), what: 'the same elements inserted' },
  })),
  ...['opening a lead', 'opening the filters', 'typing a letter in the search'].map(buildRow),
  ...MANY.map((what) => figure(`longest task over 50 ms: ${what}`, 'ms', measured.get(what) ?? [])),
  figure('layout shift of all of these', 'thousandths', measured.get('shift') ?? []),
]);
// The shared test database keeps the process alive.
process.exit();
