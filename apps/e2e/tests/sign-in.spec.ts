import { expect, test } from '../fixtures.ts';
import { hold } from '../support/network.ts';
import { organization } from '../support/people.ts';
import { openSignIn, shell, signIn, signInForm } from '../support/screens.ts';
import { readStoredSession } from '../support/session.ts';
import { calls } from '../support/wire.ts';

const login = '**/api/accounts/login/';

test.beforeEach(({ page }) => openSignIn(page));

test('a user signs in with a phone and a password and sees their name in the top bar', {
  tag: ['@story', '@spec/1.sign-in'],
}, async ({ page }) => {
  await signIn(page, organization);
  await expect(page).toHaveURL('/');
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
});

test('a wrong password shows an alert and keeps the typed phone', async ({ page }) => {
  const form = signInForm(page);
  await form.phone.fill(organization.phone);
  const typed = await form.phone.inputValue();
  await form.password.fill('wrong');
  await form.submit.click();
  await expect(form.error).toContainText('Неверный номер телефона или пароль');
  await expect(form.phone).toHaveValue(typed);
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readStoredSession(page)).toEqual({});
});

test('a wrong password can be corrected at once', async ({ page }) => {
  await signIn(page, { ...organization, password: 'wrong' });
  await expect(signInForm(page).error).toBeVisible();
  await signInForm(page).password.fill(organization.password);
  await signInForm(page).submit.click();
  await expect(page).toHaveURL('/');
});

test('empty fields show errors, and nothing is sent', async ({ page, wire }) => {
  const form = signInForm(page);
  await form.submit.click();
  await expect(form.phone).toHaveAccessibleDescription(/Введите номер полностью: \+7 и 10 цифр/);
  await expect(form.password).toHaveAccessibleDescription(/Введите пароль/);
  await expect(form.phone).toHaveAttribute('aria-invalid', 'true');
  await expect(form.password).toHaveAttribute('aria-invalid', 'true');
  await expect(form.phone).toBeFocused();
  expect(wire.names()).toEqual([]);
});

test('an incomplete phone shows an error, and nothing is sent', async ({ page, wire }) => {
  await signIn(page, { phone: '+7 900 000', password: 'some' });
  await expect(signInForm(page).phone).toHaveAccessibleDescription(/Введите номер полностью: \+7 и 10 цифр/);
  expect(wire.names()).toEqual([]);
});

test('a server error about a field is shown at that field', async ({ page }) => {
  await signIn(page, { ...organization, password: 'п'.repeat(257) });
  const sentence = /Не больше 256 символов/;
  await expect(signInForm(page).password).toHaveAccessibleDescription(sentence);
});

test('the sixth attempt after five failures shows how long to wait', async ({ page }) => {
  const form = signInForm(page);
  await form.phone.fill(organization.phone);
  for (let failure = 1; failure <= 5; failure += 1) {
    await form.password.fill(`wrong ${failure}`);
    const answered = page.waitForResponse(login);
    await form.submit.click();
    expect((await answered).status()).toBe(401);
    await expect(form.submit).toBeEnabled();
  }
  await form.password.fill(organization.password);
  await form.submit.click();
  await expect(form.error).toContainText('Слишком много попыток. Повторите через 15 мин');
});

test('the button is busy and keeps its width during the request', async ({ page }) => {
  const form = signInForm(page);
  const { release } = await hold(page, login);
  await page.evaluate(() => document.fonts.ready);
  const idle = await form.submit.boundingBox();
  await signIn(page, organization);
  await expect(form.submit).toBeDisabled();
  await expect(form.submit).toHaveAttribute('data-loading', 'true');
  await expect.poll(() => form.submit.boundingBox()).toEqual(idle);
  release();
  await expect(page).toHaveURL('/');
});

test('a double click on «Войти» sends one request', async ({ page, wire }) => {
  const form = signInForm(page);
  await form.phone.fill(organization.phone);
  await form.password.fill(organization.password);
  await form.submit.dblclick();
  await expect(page).toHaveURL('/');
  expect(wire.sessionNames()).toEqual([calls.login, calls.me]);
});

test('pressing Enter twice sends one request', async ({ page, wire }) => {
  const { release } = await hold(page, login);
  const form = signInForm(page);
  await form.phone.fill(organization.phone);
  await form.password.fill(organization.password);
  await form.password.press('Enter');
  await form.password.press('Enter');
  release();
  await expect(page).toHaveURL('/');
  expect(wire.sessionNames()).toEqual([calls.login, calls.me]);
});

test('a refusal without a detail shows «Ошибка входа»', { tag: ['@spec/8.login'] }, async ({ page }) => {
  await page.route(login, (route) => route.fulfill({ status: 401, json: {} }));
  await signIn(page, organization);
  await expect(signInForm(page).error).toContainText('Ошибка входа');
});

test('a failure to load the user is reported and leaves no partial session', async ({ page }) => {
  await page.route('**/api/accounts/users/me/', (route) => route.fulfill({ status: 403, json: {} }));
  await signIn(page, organization);
  await expect(signInForm(page).error).toContainText('Ошибка загрузки пользователя');
  await expect.poll(() => readStoredSession(page)).toEqual({});
});

test('the password can be shown and hidden', async ({ page }) => {
  const { password } = signInForm(page);
  await password.fill('секрет');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: /показать/i }).click();
  await expect(password).toHaveAttribute('type', 'text');
});

test('the fields have hints for password managers and phone keyboards', async ({ page }) => {
  const { phone, password } = signInForm(page);
  await expect(phone).toHaveAttribute('autocomplete', /^(username|tel)/);
  await expect(phone).toHaveAttribute('inputmode', 'tel');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
});
