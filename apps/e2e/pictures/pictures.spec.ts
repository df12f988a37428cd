import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { reset, startServer } from '../support/servers.ts';
import { signedIn } from '../support/session.ts';
import { views } from '../support/views.ts';
import { isOfNobody, type Screen, whose } from './screens.ts';
import { type State, states } from './states.ts';

const { ONLY: only = '' } = process.env;
const folder = resolve(import.meta.dirname, '../test-results/pictures');

/** One server with the demo data, and one where nobody has done anything. */
const test = base.extend<object, { demo: TestServer; fresh: TestServer }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its first parameter
    async ({}, use) => {
      const server = await startServer();
      await server.welcomeDemo();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  fresh: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const server = await startServer();
      await reset(server);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ fresh }, use) => use(fresh.url),
});

/** What may open over a page. */
const over = '[role=dialog], [role=menu], [role=group][aria-label^="Действия"]';

/** `organization.leads.data.1440.dark.png`, both themes; what opens over a page is pictured with what is seen around it. */
async function picture(page: Page, name: string) {
  const isWhole = (await page.locator(over).count()) === 0;
  const width = page.viewportSize()?.width;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    const path = join(folder, `${name}.${width}.${colorScheme}.png`);
    await page.screenshot({ path, fullPage: isWhole, animations: 'disabled', caret: 'hide' });
  }
}

const roles = ['button', 'link', 'menuitem', 'checkbox'] as const;

async function press(page: Page, name: string | RegExp) {
  const named = roles.map((role) => page.getByRole(role, { name, exact: typeof name === 'string' }));
  const any = named.reduce((all, one) => all.or(one));
  await any.filter({ visible: true }).first().click({ timeout: 5_000 });
}

async function open(
  page: Page,
  { address, press: names = [] }: Screen,
  { prepare, settled }: State,
  url: string,
) {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ colorScheme: 'light' });
  await prepare(page);
  await page.goto(url + address);
  await settled(page);
  if (names.length === 0) return;
  for (const name of names) await press(page, name);
  await page.locator(over).first().waitFor();
  await page.waitForLoadState('networkidle');
}

mkdirSync(folder, { recursive: true });

for (const { who, person, pages, dialogs } of whose) {
  for (const [state, arranged] of Object.entries(states)) {
    test(`${who}: ${state}`, async ({ page, context, demo, fresh }) => {
      const server = state === 'empty' ? fresh : demo;
      await signedIn(context, server.url, person);
      const all = await pages(demo);
      const screens = state === 'empty' ? all.filter(isOfNobody) : all;
      for (const screen of state === 'data' ? [...screens, ...(await dialogs(demo))] : screens) {
        if (!screen.name.includes(only)) continue;
        await test.step(screen.name, async () => {
          await open(page, screen, arranged, server.url);
          await picture(page, `${who}.${screen.name}.${state}`);
        });
      }
    });
  }
}

test('nobody: views', async ({ page, context, fresh }) => {
  for (const { name, open } of views.filter((view) => /login|unreachable|referral|unsaved/.test(view.name))) {
    if (!name.includes(only)) continue;
    await context.setStorageState({ cookies: [], origins: [] });
    await page.unrouteAll();
    await open({ page, context, server: fresh });
    await picture(page, `nobody.${name}.data`);
  }
});
