import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base } from '../support/demo.ts';
import { partnerCreated } from '../support/invite-views.ts';
import { reset } from '../support/servers.ts';
import { signedIn } from '../support/session.ts';
import { views } from '../support/views.ts';
import { isCovered, walk } from '../support/walk.ts';
import { roles, type Screen, screensOf } from './screens.ts';
import { type State, states } from './states.ts';

const { ONLY: only = '' } = process.env;
const folder = resolve(import.meta.dirname, '../test-results/pictures');

/** Beside the demo data a server where nobody has done anything. */
const test = base.extend({
  server: async ({ workerServer }, use) => {
    await reset(workerServer);
    await use(workerServer);
  },
});

// Answers that fail are among what is pictured.
test.beforeEach(({ watch }) => watch.expect(/./));

/** `organization.leads.data.1440.dark.png`, both themes; what opens over a page is pictured with what is seen around it. */
async function picture(page: Page, name: string) {
  const viewport = page.viewportSize() ?? { width: 0, height: 0 };
  const { width } = viewport;
  // A picture of the full page loses the finger, and with it the sizes for one: the window is as high as the page instead.
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
  for (const [state, arranged] of Object.entries(states)) {
    test(`${role.who}: ${state}`, async ({ page, context, demo, server: fresh, viewport }) => {
      const server = state === 'empty' ? fresh : demo;
      await signedIn(context, server.url, role.person);
      for (const screen of await screensOf(role, state, viewport?.width ?? 0, demo)) {
        if (!screen.name.includes(only)) continue;
        await test.step(screen.name, async () => {
          await open(page, screen, arranged, server.url);
          await picture(page, `${role.who}.${screen.name}.${state}`);
        });
      }
    });
  }
}

/** States that the roles do not show. */
const pictured = [
  ...views.filter((view) => /login|unreachable|referral|unsaved|invite/.test(view.name)),
  partnerCreated,
];

test('nobody: views', async ({ page, context, server }) => {
  for (const { name, open } of pictured) {
    if (!name.includes(only)) continue;
    await context.setStorageState({ cookies: [], origins: [] });
    await page.unrouteAll();
    await open({ page, context, server });
    await picture(page, `nobody.${name}.data`);
  }
});
