import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { profileForm, shell } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

const question = (page: Page) => ({
  dialog: page.getByRole('dialog'),
  stay: page.getByRole('dialog').getByRole('button', { name: /остаться/i }),
  leave: page.getByRole('dialog').getByRole('button', { name: /не сохранять|уйти|выйти без/i }),
});

test.beforeEach(async ({ page, context, server }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/');
  await shell(page).item('Профиль').click();
  await profileForm(page).firstName.fill('Алла');
});

test('following a link with unsaved changes asks first, and staying keeps them', { tag: '@story' }, async ({
  page,
}) => {
  await shell(page).item('Лиды').click();
  await question(page).stay.click();
  await expect(question(page).dialog).toBeHidden();
  await expect(page).toHaveURL('/profile');
  await expect(profileForm(page).firstName).toHaveValue('Алла');
});

test('following a link without saving discards the changes', async ({ page }) => {
  await shell(page).item('Лиды').click();
  await question(page).leave.click();
  await expect(page).toHaveURL('/leads');
  await shell(page).item('Профиль').click();
  await expect(profileForm(page).firstName).toHaveValue('Анна');
});

test('the back button with unsaved changes asks first, and staying keeps address and changes', async ({
  page,
}) => {
  await page.goBack();
  await question(page).stay.click();
  await expect(page).toHaveURL('/profile');
  await expect(profileForm(page).firstName).toHaveValue('Алла');
  await page.goBack();
  await question(page).leave.click();
  await expect(page).toHaveURL('/');
});

test('the browser asks before a reload with unsaved changes', async ({ page }) => {
  const opened = page.waitForEvent('dialog');
  const reloaded = page.evaluate(() => location.reload());
  const dialog = await opened;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reloaded;
  await expect(profileForm(page).firstName).toHaveValue('Алла');
});

test('leaving after saving asks nothing', async ({ page }) => {
  await profileForm(page).save.click();
  await expect(profileForm(page).unsaved).toBeHidden();
  await shell(page).item('Лиды').click();
  await expect(page).toHaveURL('/leads');
  await expect(question(page).dialog).toHaveCount(0);
});

test('«Esc» closes the question and stays on the page', async ({ page }) => {
  await shell(page).item('Лиды').click();
  await expect(question(page).dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page).dialog).toBeHidden();
  await expect(page).toHaveURL('/profile');
  await expect(profileForm(page).firstName).toHaveValue('Алла');
});

test('a session that ends with unsaved changes redirects to the login page without a question', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/');
  await shell(other).signOut.click();
  await expect(page).toHaveURL('/login');
  await expect(question(page).dialog).toHaveCount(0);
});
