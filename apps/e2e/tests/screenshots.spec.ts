import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { signedIn } from '../support/session.ts';
import { type View, viewports, views } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

const { UPDATE_SCREENSHOTS: update } = process.env;
const screens = resolve(import.meta.dirname, '../test-results/screens');
const readmeImage = resolve(import.meta.dirname, '../../../docs/images/sign-in-1440.png');

const pictured = views.filter(({ name }) =>
  [
    'login',
    'login-refused',
    'unreachable',
    'home',
    'profile',
    'profile-unsaved',
    'leads',
    'not-found',
    'referral-link',
    'referral-refused',
    'referral-sent',
    'referral-paused',
    'referral-unknown',
  ].includes(name),
);

const menu: View = {
  name: 'menu',
  open: async ({ page, context, server }) => {
    await signedIn(context, server.url, organization);
    await page.goto('/');
    await page.getByRole('button', { name: /меню/i }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
};

for (const [width, viewport] of Object.entries(viewports)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the chief views can be pictured at ${width} px in the ${colorScheme} theme`, async ({
      page,
      context,
      server,
      watch,
    }) => {
      watch.expect(lostConnection);
      await mkdir(screens, { recursive: true });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(viewport);
      for (const { name, open } of width === '360' ? [...pictured, menu] : pictured) {
        await context.setStorageState({ cookies: [], origins: [] });
        await open({ page, context, server });
        const path = join(screens, `${name}-${width}-${colorScheme}.png`);
        const image = await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
        expect(image.length).toBeGreaterThan(2_000);
        await page.unrouteAll();
      }
    });
  }
}

test('the picture of the README can be made', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
  const options = { animations: 'disabled', caret: 'hide' } as const;
  const image = await page.screenshot(update === '1' ? { ...options, path: readmeImage } : options);
  expect(image.length).toBeGreaterThan(2_000);
});
