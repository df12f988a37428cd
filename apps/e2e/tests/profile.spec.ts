import { expect, test } from '../fixtures.ts';
import { organization } from '../support/people.ts';
import { profileForm, shell, toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';
import { calls } from '../support/wire.ts';

test.beforeEach(async ({ page, context, server }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/profile');
  await expect(profileForm(page).lastName).toHaveValue('Иванова');
});

test('the profile shows the data of the user', { tag: ['@spec/2.route.profile'] }, async ({ page }) => {
  const form = profileForm(page);
  await expect(form.firstName).toHaveValue('Анна');
  await expect(form.fatherName).toHaveValue('Петровна');
  await expect(form.email).toHaveValue('anna@example.com');
  await expect(page.getByText('+7 900 000-00-01').or(page.getByLabel('Телефон')).first()).toBeVisible();
  await expect(form.unsaved).toBeHidden();
});

test('a saved profile is stored by the server and shown in the top bar', {
  tag: ['@story', '@spec/7.call.patch'],
}, async ({ page, server }) => {
  const form = profileForm(page);
  await form.lastName.fill('Петрова-Водкина');
  await form.firstName.fill('Алла');
  await form.fatherName.fill('');
  await form.email.fill('alla@example.com');
  await page.getByLabel('Пароль', { exact: true }).fill(organization.password);
  await form.save.click();
  await expect(form.unsaved).toBeHidden();
  await expect(shell(page).topBar).toContainText('Петрова-Водкина А.');
  expect(await server.findUser(organization.phone)).toMatchObject({
    last_name: 'Петрова-Водкина',
    first_name: 'Алла',
    father_name: '',
    email: 'alla@example.com',
  });
  await page.reload();
  await expect(form.lastName).toHaveValue('Петрова-Водкина');
});

test('a server error about a field is shown at that field, and the input is kept', async ({ page }) => {
  const form = profileForm(page);
  await form.email.fill('alla@нет');
  await form.lastName.fill('Петрова');
  await form.save.click();
  await expect(form.email).toHaveAccessibleDescription(/адрес/);
  await expect(form.email).toHaveAttribute('aria-invalid', 'true');
  await expect(form.email).toBeFocused();
  await expect(form.lastName).toHaveValue('Петрова');
  await expect(form.unsaved).toBeVisible();
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
});

test('a name longer than 150 characters is refused with an error at the field', async ({ page }) => {
  const form = profileForm(page);
  await form.firstName.fill('А'.repeat(151));
  await form.save.click();
  await expect(form.firstName).toHaveAccessibleDescription(/150/);
  await expect(shell(page).topBar).toContainText('Иванова А. П.');
});

test('an error without a field is shown on the page, and the form can be saved again', async ({ page }) => {
  const form = profileForm(page);
  await page.route('**/api/accounts/users/me/', (route) =>
    route.fulfill({ status: 403, json: { detail: 'Изменения закрыты до понедельника.' } }),
  );
  await form.firstName.fill('Алла');
  await form.save.click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Изменения закрыты до понедельника.' }),
  ).toBeVisible();
  await page.unroute('**/api/accounts/users/me/');
  await form.save.click();
  await expect(form.unsaved).toBeHidden();
});

test('«Отменить» restores the saved values', async ({ page, wire }) => {
  const form = profileForm(page);
  await form.firstName.fill('Алла');
  await expect(form.unsaved).toBeVisible();
  await form.cancel.click();
  await expect(form.firstName).toHaveValue('Анна');
  await expect(form.unsaved).toBeHidden();
  expect(wire.names()).not.toContain(calls.update);
});

test('typing the saved value again clears the unsaved state', async ({ page }) => {
  const form = profileForm(page);
  await form.firstName.fill('Алла');
  await expect(form.unsaved).toBeVisible();
  await form.firstName.fill('Анна');
  await expect(form.unsaved).toBeHidden();
});

test('a double click on «Сохранить» sends one request', async ({ page, wire }) => {
  const form = profileForm(page);
  await form.firstName.fill('Алла');
  await form.save.dblclick();
  await expect(form.unsaved).toBeHidden();
  expect(wire.names().filter((call) => call === calls.update)).toHaveLength(1);
});

test('a very long name leaves the sign-out button in view', async ({ page, server }) => {
  const form = profileForm(page);
  await form.lastName.fill('Константинопольская-Переяславль-Залесская-Гурьева');
  await form.save.click();
  await expect(form.unsaved).toBeHidden();
  await expect(shell(page).signOut).toBeInViewport({ ratio: 1 });
  expect((await server.findUser(organization.phone)).last_name).toHaveLength(49);
});

test('letters of any script and markup in a name are shown as text', async ({ page }) => {
  const form = profileForm(page);
  await form.lastName.fill('<b>Iğdır</b> & Ко');
  await form.save.click();
  await expect(shell(page).topBar).toContainText('<b>Iğdır</b> & Ко А. П.');
});

test('saving shows a toast with a title and a description', async ({ page }) => {
  await profileForm(page).firstName.fill('Алла');
  await profileForm(page).save.click();
  await expect(toast(page, 'Профиль сохранен')).toHaveText(/Профиль сохранен.+/);
});
