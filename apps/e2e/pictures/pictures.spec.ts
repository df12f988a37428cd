import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base } from '../support/demo.ts';
import { partnerCreated } from '../support/invite-views.ts';
import { reset } from '../support/servers.ts';
import { signInContext } from '../support/session.ts';
import { views } from '../support/views.ts';
import { isCovered, walk } from '../support/walk.ts';
import { listScreens, roles, type Screen } from './screens.ts';
import { type State, states } from './states.ts';

const { ONLY: only = '' } = process.env;
const folder = resolve(import.meta.dirname, '../test-results/pictures');

/** Adds a server without data to the one with the demo data. */
const test = base.extend({
  server: async ({ workerServer }, use) => {
    await reset(workerServer);
    await use(workerServer);
  },
});

// Some pictures show failed responses.
test.beforeEach(({ watch }) => watch.expect(/./));

/** Saves a picture in both themes, for example `organization.leads.data.1440.dark.png`. For an overlay it contains only the viewport. */
async function picture(page: Page, name: string) {
  const viewport = page.viewportSize() ?? { width: 0, height: 0 };
  const { width } = viewport;
  // A full-page screenshot drops touch emulation and its sizes, so the window is made as high as the page instead.
  if (!(await isCovered(page)))
    await page.setViewportSize({
      width,
      height: await page.evaluate(() => document.documentElement.scrollHeight),
    });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    const path = join(folder, `${name}.${width}.${colorScheme}.png`);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  }
  await page.setViewportSize(viewport);
}

async function open(
  page: Page,
  { address, steps, says = '' }: Screen,
  { prepare, settled }: State,
  url: string,
) {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ colorScheme: 'light' });
  await prepare(page);
  await page.goto(url + address);
  await settled(page);
  if (!steps) return;
  await (await walk(page, { steps, says })).opened.waitFor();
  await page.waitForLoadState('networkidle');
}

mkdirSync(folder, { recursive: true });

for (const role of roles) {
  for (const [state, steps] of Object.entries(states)) {
    test(`${role.who}: ${state}`, async ({ page, context, demo, server: fresh, viewport }) => {
      const server = state === 'empty' ? fresh : demo;
      await signInContext(context, server.url, role.person);
      for (const screen of await listScreens(role, state, viewport?.width ?? 0, demo)) {
        if (!screen.name.includes(only)) continue;
        await test.step(screen.name, async () => {
          await open(page, screen, steps, server.url);
          await picture(page, `${role.who}.${screen.name}.${state}`);
        });
      }
    });
  }
}

/** Views of unauthenticated users and special states. */
const otherViews = [
  ...views.filter((view) => /login|unreachable|referral|unsaved|invite/.test(view.name)),
  partnerCreated,
];

test('visitor: views', async ({ page, context, server }) => {
  for (const { name, open } of otherViews) {
    if (!name.includes(only)) continue;
    await context.setStorageState({ cookies: [], origins: [] });
    await page.unrouteAll();
    await open({ page, context, server });
    await picture(page, `visitor.${name}.data`);
  }
});
