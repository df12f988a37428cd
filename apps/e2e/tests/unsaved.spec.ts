import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { profileForm, shell } from '../support/screens.ts';
import { signedIn } from '../support/session.ts';

const question = (page: Page) => ({
  dialog: page.getByRole('dialog'),
  stay: page.getByRole('dialog').getByRole('button', { name: /остаться/i }),
  leave: page.getByRole('dialog').getByRole('button', { name: /не сохранять|уйти|выйти без/i }),
});

test.beforeEach(async ({ page, context, server }) => {
  await signedIn(context, server.url, organization);
  await page.goto('/');
  await shell(page).item('Профиль').click();
  await profileForm(page).firstName.fill('Алла');
});

test('leaving by a link with unsaved changes asks first, and staying keeps them', { tag: '@story' }, async ({
  page,
}) => {
  await shell(page).item('Лиды').click();
  await question(page).stay.click();
  await expect(question(page).dialog).toBeHidden();
  await expect(page).toHaveURL('/profile');
  await expect(profileForm(page).firstName).toHaveValue('Алла');
});

test('leaving by a link without saving drops the changes', async ({ page }) => {
  await shell(page).item('Лиды').click();
  await question(page).leave.click();
  await expect(page).toHaveURL('/leads');
  await shell(page).item('Профиль').click();
  await expect(profileForm(page).firstName).toHaveValue('Анна');
});

test('leaving by the back button asks first, and staying keeps address and changes', async ({ page }) => {
  await page.goBack();
  await question(page).stay.click();
  await expect(page).toHaveURL('/profile');
  await expect(profileForm(page).firstName).toHaveValue('Алла');
  await page.goBack();
  await question(page).leave.click();
  await expect(page).toHaveURL('/');
});

test('reloading with unsaved changes is asked about by the browser', async ({ page }) => {
  const asked = page.waitForEvent('dialog');
  const reloaded = page.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reloaded;
  await expect(profileForm(page).firstName).toHaveValue('Алла');
});

test('after saving nothing is asked', async ({ page }) => {
  await profileForm(page).save.click();
  await expect(profileForm(page).unsaved).toBeHidden();
  await shell(page).item('Лиды').click();
  await expect(page).toHaveURL('/leads');
  await expect(question(page).dialog).toHaveCount(0);
});

test('«Esc» in the question means staying', async ({ page }) => {
  await shell(page).item('Лиды').click();
  await expect(question(page).dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page).dialog).toBeHidden();
  await expect(page).toHaveURL('/profile');
  await expect(profileForm(page).firstName).toHaveValue('Алла');
});

test('a session that ends while changes are unsaved leads to the login page without a question', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/');
  await shell(other).signOut.click();
  await expect(page).toHaveURL('/login');
  await expect(question(page).dialog).toHaveCount(0);
});
