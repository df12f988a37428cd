import type { Page } from '@playwright/test';

type Credentials = { phone: string; password: string };

/** Locators of the sign-in form. */
export const signInForm = (page: Page) => ({
  heading: page.getByRole('heading', { name: 'Вход', level: 1 }),
  phone: page.getByLabel(/^Телефон/),
  password: page.getByLabel(/^Пароль/),
  submit: page.getByRole('button', { name: 'Войти' }),
  error: page.getByRole('alert'),
});

/** Opens the sign-in page and waits until the application replaces the server-rendered form. */
export async function openSignIn(page: Page) {
  await page.goto('/login');
  await page.locator('#server-page').waitFor({ state: 'detached' });
}

/** Fills in and submits the sign-in form of the current page. */
export async function signIn(page: Page, { phone, password }: Credentials) {
  const form = signInForm(page);
  await form.phone.fill(phone);
  await form.password.fill(password);
  await form.submit.click();
}

/** Sidebar and top bar of a signed-in user on a wide screen. */
export const shell = (page: Page) => ({
  sidebar: page.getByRole('navigation', { name: 'Разделы', exact: true }),
  item: (name: string) =>
    page.getByRole('navigation', { name: 'Разделы', exact: true }).getByRole('link', { name, exact: true }),
  support: page.getByRole('link', { name: 'Написать в техподдержку' }),
  topBar: page.getByRole('banner'),
  signOut: page.getByRole('button', { name: 'Выйти из профиля' }),
});

export const profileForm = (page: Page) => ({
  lastName: page.getByLabel('Фамилия'),
  firstName: page.getByLabel('Имя'),
  fatherName: page.getByLabel('Отчество'),
  email: page.getByLabel(/почта/i),
  save: page.getByRole('button', { name: 'Сохранить' }),
  cancel: page.getByRole('button', { name: 'Отменить' }),
  unsaved: page.getByText('Есть несохраненные изменения'),
});

/** A toast with the given title. */
export const toast = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });

/** The spinner shown while the session is verified or a page loads. */
export const spinner = (page: Page) => page.getByRole('status');
