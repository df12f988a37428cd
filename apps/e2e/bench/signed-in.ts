/**
 * How soon somebody who is signed in sees the rows of a page, how long moving between sections takes, and what the hand waits for:
 * `node bench/signed-in.ts`, `ROUNDS` of each in turn (3), thrice as many of the moves. Prints a table and leaves
 * `bench-signed-in.json` among the server's reports.
 */
import { chromium, type Page } from '@playwright/test';
import { figure, report } from '@referral-dashboard/api/bench';
import { launchOptions } from '../browser.ts';
import { organization } from '../support/people.ts';
import { startServer } from '../support/servers.ts';
import { openSession, store } from '../support/session.ts';
import { mark, painted, rest } from './marks.ts';
import { SLOW_4G, throttle } from './measure.ts';
import { drawn, type Still, show } from './still.ts';

const { ROUNDS: rounds = '3' } = process.env;
// Each finds nothing on the pages that are left for it.
const HOME = 'main a[href^="/payments"]';
const LEAD = 'main [data-row-link][href^="/leads"]';
const PARTNER = 'main [data-row-link][href^="/partners"]';
const PROGRAM = 'main [data-row-link][href^="/referral"]';

/** Pages that somebody may begin with, and what is there once they can be read. */
const pages = [
  { name: 'home, signed in', path: '/', rows: HOME },
  { name: 'leads, signed in', path: '/leads', rows: LEAD },
  { name: 'programs, signed in', path: '/referral/program', rows: PROGRAM },
];

/** Sections of the bar at the foot of a phone, in the order they are gone through. */
const sections = [
  { name: 'warm move to leads', label: 'Лиды', path: '/leads', rows: LEAD },
  { name: 'warm move home', label: 'Главная', path: '/', rows: HOME },
  { name: 'warm move to partners', label: 'Партнеры', path: '/partners', rows: PARTNER },
];

type Section = (typeof sections)[number];

const server = await startServer();
await server.welcomeDemo();
const session = await openSession(server.url, organization);
const browser = await chromium.launch(await launchOptions());

const measured = new Map<string, number[]>();
const note = (what: string, value: number) => measured.set(what, [...(measured.get(what) ?? []), value]);

/** Works in a phone that has a session and has seen nothing else yet. */
async function onPhone(work: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    await store(context, server.url, session);
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

/** From the touch of a section's name to its rows. */
async function move(page: Page, { label, path, rows }: Section) {
  await rest(page);
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
  // A tap of the locator's own asks within the page, at each event of the touch, whether it hits.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  return took;
}

const floorOf = ({ name }: Section) => `${name}: the same elements`;

/** Goes through the sections once, and then as often as is measured. */
async function moves(page: Page, nameOf: (section: Section) => string) {
  for (const section of sections) await move(page, section);
  for (let round = 0; round < 3; round += 1)
    for (const section of sections) note(nameOf(section), await move(page, section));
}

/** The most of a mark during an act and what it brings: its longest interaction, or its longest task. */
async function during(page: Page, mark: 'slowest' | 'longest', what: string, act: () => Promise<unknown>) {
  await rest(page);
  await page.evaluate((name) => {
    globalThis.marks[name] = 0;
  }, mark);
  await act();
  await rest(page);
  note(what, await page.evaluate((name) => globalThis.marks[name], mark));
}

// The server's own first answers are not what is measured.
for (const { path } of pages) await onPhone(async (page) => void (await page.goto(server.url + path)));
measured.clear();
for (let round = 0; round < Number(rounds); round += 1) for (const one of pages) await start(one);

let still: Still | undefined;
await onPhone(async (page) => {
  await page.goto(server.url);
  await page.locator(HOME).first().waitFor();
  for (const section of sections) await move(page, section);
  still = await drawn(page, sections, move);
});
for (let round = 0; round < Number(rounds); round += 1) {
  await onPhone(async (page) => {
    await page.goto(server.url);
    await page.locator(HOME).first().waitFor();
    await moves(page, ({ name }) => name);
  });
  await onPhone(async (page) => {
    if (still === undefined) throw new Error('Nothing was drawn');
    await show(page, server.url, still);
    await moves(page, floorOf);
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
    await during(page, 'slowest', 'a letter of the search', () =>
      page.getByRole('searchbox').pressSequentially('окна'),
    );
  });

const MANY = [
  'turning a page of 100 rows',
  'ticking 100 rows',
  'ticking all of 2,000',
  'scrolling a board of 2,000 cards',
];
const [TURN = '', TICK = '', TICK_ALL = '', BOARD = ''] = MANY;

// At a desk, whose processor is not held back.
const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await store(desk, server.url, session);
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

const rowOf = (what: string) => figure(what, 'ms', measured.get(what) ?? []);
report('signed-in', [
  ...pages.map(({ name }) => ({
    ...rowOf(name),
    floor: { ...rowOf(`${name}: shell`), what: 'its shell and one round trip' },
  })),
  ...sections.map((section) => ({
    ...rowOf(section.name),
    floor: { ...rowOf(floorOf(section)), what: 'the same elements put there' },
  })),
  ...['opening a lead', 'opening the filters', 'a letter of the search'].map(rowOf),
  ...MANY.map((what) => figure(`longest task over 50 ms: ${what}`, 'ms', measured.get(what) ?? [])),
  figure('what moves by itself, of all of these', 'thousandths', measured.get('shift') ?? []),
]);
// The database that tests share has no end of its own.
process.exit();
