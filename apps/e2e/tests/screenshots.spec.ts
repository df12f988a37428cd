import { resolve } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { signInForm } from '../support/screens.ts';

const { UPDATE_SCREENSHOTS: update } = process.env;
const readmeImage = resolve(import.meta.dirname, '../../../docs/images/sign-in-1440.png');

test('the picture of the README can be made', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/login');
  await expect(signInForm(page).heading).toBeVisible();
  const options = { animations: 'disabled', caret: 'hide' } as const;
  const image = await page.screenshot(update === '1' ? { ...options, path: readmeImage } : options);
  expect(image.length).toBeGreaterThan(2_000);
});
