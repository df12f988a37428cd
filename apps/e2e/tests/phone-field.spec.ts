import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openSignIn, signInForm } from '../support/screens.ts';

const forms = [
  '+79161234567',
  '89161234567',
  '9161234567',
  '7 916 123 45 67',
  '8 (916) 123-45-67',
  '+7 (916) 123-45-67',
  '+7\u00a0916\u00a0123\u00a045\u00a067',
  '  8-916-123-45-67  ',
  'тел. +7 916 123-45-67',
];

async function paste(page: Page, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

async function postedPhone(page: Page): Promise<unknown> {
  const sent = page.waitForRequest('**/api/accounts/login/');
  await signInForm(page).password.fill('secret');
  await signInForm(page).submit.click();
  return ((await sent).postDataJSON() as { phone: unknown }).phone;
}

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignIn(page);
});

for (const form of forms) {
  test(`a phone pasted as «${form}» is posted as +79161234567`, async ({ page }) => {
    await signInForm(page).phone.focus();
    await paste(page, form);
    expect(await postedPhone(page)).toBe('+79161234567');
  });
}

for (const form of ['+79161234567', '89161234567', '9161234567']) {
  test(`a phone typed as «${form}» is posted as +79161234567`, async ({ page }) => {
    await signInForm(page).phone.pressSequentially(form);
    expect(await postedPhone(page)).toBe('+79161234567');
  });
}

test('a pasted phone replaces the selected one', async ({ page }) => {
  const { phone } = signInForm(page);
  await phone.pressSequentially('9000000000');
  await phone.press('ControlOrMeta+A');
  await paste(page, '8 916 123-45-67');
  expect(await postedPhone(page)).toBe('+79161234567');
});

test('a digit can be deleted and typed again', async ({ page }) => {
  const { phone } = signInForm(page);
  await phone.pressSequentially('9161234568');
  await phone.press('Backspace');
  await phone.pressSequentially('7');
  expect(await postedPhone(page)).toBe('+79161234567');
});

test('a digit in the middle can be replaced', async ({ page }) => {
  const { phone } = signInForm(page);
  await phone.pressSequentially('9161234067');
  for (let step = 0; step < 4; step += 1) await phone.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  const before = await phone.inputValue();
  await page.keyboard.type('5');
  await expect(phone).not.toHaveValue(before);
  expect(await postedPhone(page)).toMatch(/^\+7\d{10}$/);
});
