import { test as base, expect } from '../fixtures.ts';
import { startDjango } from '../support/django/server.ts';
import { profileForm, shell, signIn, signInForm } from '../support/screens.ts';
import { openSession, readStoredSession, storeSession } from '../support/session.ts';

type Django = Awaited<ReturnType<typeof startDjango>>;

/** The same build, configured at run time for a Django back end. */
const test = base.extend<{ django: Django; signedInAtDjango: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture dependencies from the first parameter
  django: async ({}, use) => {
    const django = await startDjango();
    await use(django);
    await django.stop();
  },
  server: async ({ django, startServer }, use) => use(await startServer({ apiBase: django.url })),
  signedInAtDjango: async ({ django, server, context }, use) => {
    await storeSession(context, server.url, await openSession(django.url, django.account));
    await use(undefined);
  },
});

test('a user signs in at a Django back end', async ({ page, django }) => {
  await page.goto('/login');
  await signIn(page, django.account);
  await expect(page).toHaveURL('/');
  await expect(shell(page).topBar).toContainText('Орлова О. О.');
});

test('a wrong password shows the message of the Django back end', async ({ page, django }) => {
  await page.goto('/login');
  await signIn(page, { ...django.account, password: 'wrong' });
  await expect(signInForm(page).error).toContainText(
    'Не найдено активной учетной записи с указанными данными',
  );
});

test('an expired access token is replaced at startup and later', async ({
  page,
  django,
  signedInAtDjango: _,
}) => {
  django.tokens.expire('access');
  await page.goto('/profile');
  await expect(shell(page).topBar).toContainText('Орлова О. О.');
  const { refresh_token: first } = await readStoredSession(page);
  django.tokens.expire('access');
  await profileForm(page).firstName.fill('Оксана');
  await profileForm(page).save.click();
  await expect(profileForm(page).unsaved).toBeHidden();
  const { refresh_token: second } = await readStoredSession(page);
  expect(second).not.toBe(first);
});

test('a blacklisted refresh token leads to the login page', async ({ page, django, signedInAtDjango: _ }) => {
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Оксана');
  django.tokens.expire('access');
  django.tokens.blacklistAll();
  await profileForm(page).save.click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readStoredSession(page)).toEqual({});
});

test('an HTML page with status 500 at sign-in is shown as a Russian sentence', async ({
  page,
  django,
  watch,
}) => {
  watch.expect(/status of 500/);
  await page.goto('/login');
  django.breakDown();
  await signIn(page, django.account);
  await expect(signInForm(page).error).toBeVisible();
  await expect(signInForm(page).error).toHaveText(/[А-Яа-я]{3}/);
  await expect(signInForm(page).error).not.toContainText(/Server Error|<|Unexpected token|JSON/);
});

test('an HTML page with status 500 to a saved profile is shown as a Russian sentence', async ({
  page,
  django,
  watch,
  signedInAtDjango: _,
}) => {
  watch.expect(/status of 500/);
  await page.goto('/profile');
  await profileForm(page).firstName.fill('Оксана');
  django.breakDown();
  await profileForm(page).save.click();
  const alert = page.getByRole('alert').first();
  await expect(alert).toHaveText(/[А-Яа-я]{3}/);
  await expect(alert).not.toContainText(/Server Error|<|Unexpected token|JSON/);
  await expect(profileForm(page).firstName).toHaveValue('Оксана');
});

test('an HTML page with status 500 at startup keeps the session', async ({
  page,
  django,
  watch,
  signedInAtDjango: _,
}) => {
  watch.expect(/status of 500/);
  django.breakDown();
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible();
  expect(Object.keys(await readStoredSession(page)).sort()).toEqual([
    'access_token',
    'refresh_token',
    'user_data',
    'user_role',
  ]);
  django.breakDown(false);
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(shell(page).topBar).toContainText('Орлова О. О.');
});

test('a field error of the Django back end is shown at the field', async ({ page, signedInAtDjango: _ }) => {
  await page.goto('/profile');
  await page.route('**/api/accounts/users/me/', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { email: ['Введите правильный адрес электронной почты.'] },
    }),
  );
  await profileForm(page).firstName.fill('Оксана');
  await profileForm(page).save.click();
  await expect(profileForm(page).email).toHaveAccessibleDescription(
    /Введите правильный адрес электронной почты/,
  );
});
