import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { anna, signIn } from '@/testing/data/people.ts';
import { openApp } from '@/testing/open-app.tsx';
import { failRequest, respond, urls } from '@/testing/server.ts';

/** The server-rendered sign-in page. */
function serverPage() {
  const page = Object.assign(document.createElement('div'), { id: 'server-page' });
  page.dataset['waits'] = '';
  page.innerHTML = `<main><form method="post"><input type="tel" name="phone"><input type="password" name="password">
    <button type="submit">Войти</button></form></main>`;
  document.body.prepend(page);
  onTestFinished(() => page.remove());
  return { page, field: (name: string) => page.querySelector(`[name="${name}"]`) as HTMLInputElement };
}

const phone = () => screen.getByLabelText<HTMLInputElement>('Телефон');
const ready = () => screen.findByRole('form', { name: 'Вход' });

test('input typed before hydration is kept with the mask, the focus and the caret', async () => {
  const { page, field } = serverPage();
  field('phone').value = '916123';
  field('password').value = 'тайна';
  field('password').focus();
  openApp('/login');
  await ready();
  expect(page).not.toBeInTheDocument();
  await waitFor(() => expect(phone().value).toBe('+7 916 123-'));
  expect(screen.getByLabelText('Пароль')).toHaveValue('тайна');
  expect(screen.getByLabelText('Пароль')).toHaveFocus();
});

test('a form submitted before hydration is sent by the application', async () => {
  respond('post', urls.login, 200, { access: 'a', refresh: 'r', user: anna });
  const { page, field } = serverPage();
  field('phone').value = '+79161234567';
  field('password').value = 'тайна';
  page.dataset['sent'] = '';
  const app = openApp('/login');
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeInTheDocument();
  expect(app.path()).toBe('/');
});

test('a signed-in user does not see that input on the next page', async () => {
  signIn(anna);
  const { page } = serverPage();
  openApp('/login');
  await waitFor(() => expect(page).not.toBeInTheDocument());
});

test('a signed-in user whose session cannot be verified sees the connection error instead of the form', async () => {
  signIn(anna);
  failRequest('post', urls.verify);
  const { page } = serverPage();
  openApp('/login');
  expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
  expect(page).not.toBeInTheDocument();
});
