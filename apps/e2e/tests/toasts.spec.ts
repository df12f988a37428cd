import { expect, test } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { profileForm, toast } from '../support/screens.ts';
import { signedIn } from '../support/session.ts';

test.beforeEach(async ({ page, context, server }) => {
  await signedIn(context, server.url, organization);
  await page.clock.install();
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Алла');
  await profileForm(page).save.click();
  await expect(toast(page, 'Профиль сохранен')).toBeVisible();
  await page.mouse.move(720, 800);
});

test('a toast is gone three seconds after it came, and not before', { tag: ['@spec/9.toast'] }, async ({
  page,
}) => {
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

test('a toast can be closed, by a button that is named in Russian', async ({ page }) => {
  await toast(page, 'Профиль сохранен')
    .getByRole('button', { name: /закрыть/i })
    .click();
  await page.clock.runFor(500);
  await expect(toast(page, 'Профиль сохранен')).toBeHidden();
});
