import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anna, partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { openApp } from '@/testing/open-app.tsx';
import { failRequest, holdResponse, respond, urls } from '@/testing/server.ts';
import { LoginForm } from './login-form.tsx';

const phone = () => screen.findByLabelText<HTMLInputElement>('Телефон');
const password = () => screen.getByLabelText<HTMLInputElement>('Пароль');
const submit = () => screen.getByRole('button', { name: 'Войти' });

async function openPage(entry: Parameters<typeof openApp>[0] = '/login') {
  const app = openApp(entry);
  await phone();
  return app;
}

async function open() {
  const onSignedIn = vi.fn();
  const app = mount(<LoginForm onAttempt={() => {}} onSignIn={onSignedIn} />, '/login');
  await phone();
  return { ...app, onSignedIn };
}

async function fillIn({ user }: ReturnType<typeof mount>, number = '9161234567', secret = 'secret') {
  await user.click(await phone());
  await user.keyboard(number);
  await user.type(password(), secret);
}

test('a submitted form posts the phone as +7XXXXXXXXXX, the password and an empty smart-token', async () => {
  const { release, bodies } = holdResponse('post', urls.login, { access: 'a', refresh: 'r' });
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  await waitFor(() =>
    expect(bodies).toEqual([{ phone: '+79161234567', password: 'secret', 'smart-token': '' }]),
  );
  release();
  await waitFor(() => expect(app.onSignedIn).toHaveBeenCalledOnce());
});

test('signing in returns to the requested address with its query', async () => {
  const app = openApp('/leads?id=7');
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('heading', { level: 1, name: 'Лиды' })).toBeInTheDocument();
  expect(app.path()).toBe('/leads?id=7');
});

test('a return address of another origin leads to the home page', async () => {
  const app = await openPage({ pathname: '/login', state: { from: '//evil.example.test' } });
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeInTheDocument();
  expect(app.path()).toBe('/');
});

test('a partner who requested the partners lands on the home page', async () => {
  respond('get', urls.me, 200, partner);
  const app = openApp('/partners');
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeInTheDocument();
  expect(app.path()).toBe('/');
});

test('a signed-in user sees the login form inside the shell and is not redirected', async () => {
  signIn();
  const app = await openPage();
  expect(await screen.findByRole('navigation', { name: 'Разделы' })).toBeInTheDocument();
  expect(screen.getByRole('banner')).toHaveTextContent('Иванова А. П.');
  expect(app.path()).toBe('/login');
});

test('a sign-in in another tab shows the shell and keeps the input', async () => {
  const app = await openPage();
  await fillIn(app);
  await app.auth.login({ phone: '+79990000001', password: 'x', smartToken: '' });
  await screen.findByRole('banner');
  expect(app.path()).toBe('/login');
  expect((await phone()).value).toBe('+7 916 123-45-67');
  expect(password().value).toBe('secret');
});

test('the button is busy during a login, and a second submit sends nothing', {
  tags: ['spec/4.login.loading'],
}, async () => {
  const { release, bodies } = holdResponse('post', urls.login, { access: 'a', refresh: 'r' });
  const app = await open();
  await fillIn(app);
  await app.user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect(submit()).toHaveAttribute('aria-busy', 'true'));
  expect(submit()).toHaveTextContent('Войти');
  fireEvent.submit(screen.getByRole('form', { name: 'Вход' }));
  release();
  await waitFor(() => expect(app.onSignedIn).toHaveBeenCalledOnce());
  expect(bodies).toHaveLength(1);
});

test('a refused login shows its detail, keeps the input and focuses the password', {
  tags: ['spec/8.login'],
}, async () => {
  respond('post', urls.login, 401, { detail: 'Неверный телефон или пароль' });
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Неверный телефон или пароль$/);
  expect((await phone()).value).toBe('+7 916 123-45-67');
  expect(password().value).toBe('secret');
  expect(password()).toHaveFocus();
  expect(submit()).toBeEnabled();
});

test('a refused login without a detail shows «Ошибка входа»', async () => {
  respond('post', urls.login, 400, {});
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Ошибка входа$/);
});

test('a user that cannot be loaded shows the detail of the response', async () => {
  respond('get', urls.me, 403, { detail: 'Доступ закрыт' });
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Доступ закрыт$/);
});

test('a user that cannot be loaded shows «Ошибка загрузки пользователя» when there is no detail', {
  tags: ['spec/8.user'],
}, async () => {
  respond('get', urls.me, 403, {});
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Ошибка загрузки пользователя$/);
  expect(app.auth.getState().isAuth).toBe(false);
});

test('a new attempt clears the previous error', async () => {
  respond('post', urls.login, 401, { detail: 'Неверный телефон или пароль' });
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  await screen.findByRole('alert');
  const { release } = holdResponse('post', urls.login, { access: 'a', refresh: 'r' });
  await app.user.click(submit());
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  release();
  await waitFor(() => expect(app.onSignedIn).toHaveBeenCalledOnce());
});

test('too many attempts show the minutes to wait', async () => {
  respond('post', urls.login, 429, {}, { 'Retry-After': '840' });
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Слишком много попыток. Повторите через 14 мин.',
  );
});

test('a lost connection is reported, and the input stays', async () => {
  failRequest('post', urls.login);
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Ошибка входа');
  expect(alert).toHaveTextContent('Нет связи с сервером');
  expect(password().value).toBe('secret');
});

test('errors of the server are shown at their fields', async () => {
  respond('post', urls.login, 400, { phone: ['Номер заблокирован.'] });
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  await waitFor(async () => expect(await phone()).toHaveAccessibleDescription('Номер заблокирован.'));
  expect(await phone()).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an empty form shows errors at both fields and sends nothing', async () => {
  const { bodies } = holdResponse('post', urls.login, {});
  const app = await open();
  await app.user.click(submit());
  expect(await phone()).toHaveAccessibleDescription('Введите номер полностью: +7 и 10 цифр');
  expect(password()).toHaveAccessibleDescription('Введите пароль');
  expect(await phone()).toHaveFocus();
  expect(await phone()).toBeInvalid();
  expect(password()).toBeInvalid();
  expect(bodies).toEqual([]);
});

test('the error of a field disappears when the field changes', async () => {
  const app = await open();
  await app.user.click(submit());
  await app.user.type(password(), 's');
  expect(password()).not.toHaveAccessibleDescription('Введите пароль');
});

test('a button with a Russian name shows and hides the password', async () => {
  const app = await open();
  await app.user.type(password(), 'secret');
  await app.user.click(screen.getByRole('button', { name: 'Показать или скрыть пароль' }));
  expect(password()).toHaveAttribute('type', 'text');
  expect(password().value).toBe('secret');
});

test('the fields have attributes for password managers and keyboards', async () => {
  await open();
  expect(await phone()).toHaveAttribute('autocomplete', 'username');
  expect(await phone()).toHaveAttribute('inputmode', 'tel');
  expect(password()).toHaveAttribute('autocomplete', 'current-password');
});

test('with a mouse the phone field has the focus', async () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), query === '(pointer: fine)' && { matches: true }),
  );
  await open();
  expect(await phone()).toHaveFocus();
});

test('tokens, user and role are stored under the four keys of the product text', async () => {
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  await waitFor(() => expect(app.onSignedIn).toHaveBeenCalledOnce());
  expect({ ...localStorage }).toEqual({
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    user_data: JSON.stringify(anna),
    user_role: 'organization',
    auth_session: expect.stringContaining(JSON.stringify(location.origin)),
  });
});
