import { expect, test } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { profileForm, shell, toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

test.beforeEach(async ({ page, context, server }) => {
  await signInContext(context, server.url, organization);
  await page.clock.install();
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  // Pauses the clock, so that a slow machine does not shorten the display time of the toast.
  await page.clock.pauseAt(Date.now() + 60_000);
  await profileForm(page).save.click();
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(toast(page, 'Профиль сохранен')).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [20] });
  // Moves the pointer away, because a hovered toast does not close.
  await page.mouse.move(320, 200);
});

test('a toast disappears after three seconds and not earlier', {
  tag: ['@story', '@spec/9.toast'],
}, async ({ page }) => {
  await page.clock.runFor(2_500);
  await expect(toast(page, 'Профиль сохранен')).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toast(page, 'Профиль сохранен')).toBeHidden();
});

test('a toast under the pointer stays', async ({ page }) => {
  await toast(page, 'Профиль сохранен').hover();
  await page.clock.runFor(10_000);
  await expect(toast(page, 'Профиль сохранен')).toBeVisible();
});

test('a toast is closed by a button with a Russian name', async ({ page }) => {
  await toast(page, 'Профиль сохранен')
    .getByRole('button', { name: /закрыть/i })
    .click();
  await page.clock.runFor(500);
  await expect(toast(page, 'Профиль сохранен')).toBeHidden();
});

test('a toast covers neither the top bar nor the bar with unsaved changes', async ({ page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const topBar = await shell(page).topBar.boundingBox();
    const lowest = (topBar?.y ?? 0) + (topBar?.height ?? 0);
    await expect
      .poll(async () => (await toast(page, 'Профиль сохранен').boundingBox())?.y)
      .toBeGreaterThan(lowest);
    const box = await toast(page, 'Профиль сохранен').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(740 / 2);
  }
});
