import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { signInForm } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const brightness = (color: string) =>
  (color.match(/\d+(\.\d+)?/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;

const themeOf = async (page: Page) => {
  const value = brightness(await background(page));
  if (value > 200) return 'light';
  return value < 60 ? 'dark' : 'neither';
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page follows the ${colorScheme} theme of the system`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/login');
    await expect(signInForm(page).heading).toBeVisible();
    await expect.poll(() => themeOf(page)).toBe(colorScheme);
  });
}

test('the page follows a change of the system theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/login');
  await expect(signInForm(page).heading).toBeVisible();
  const light = await background(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => background(page)).not.toBe(light);
});

test('a selected theme survives a reload and applies before the first paint', { tag: '@story' }, async ({
  page,
  server,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signInContext(context, server.url, organization);
  await page.goto('/profile');
  await page.getByText('Темная', { exact: true }).click();
  await expect.poll(() => themeOf(page)).toBe('dark');

  await page.addInitScript(() => {
    const seen: (string | undefined)[] = [];
    Object.assign(window, { seenSchemes: seen });
    new PerformanceObserver(() => {
      const { mantineColorScheme } = document.documentElement.dataset;
      seen.push(mantineColorScheme);
    }).observe({ type: 'paint', buffered: true });
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => themeOf(page)).toBe('dark');
  const schemes = () => page.evaluate(() => (window as unknown as { seenSchemes: string[] }).seenSchemes);
  await expect.poll(async () => (await schemes()).length).toBeGreaterThan(0);
  expect(new Set(await schemes())).toEqual(new Set(['dark']));
});
