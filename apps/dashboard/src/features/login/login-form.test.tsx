import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anna, partner, signIn } from '../../testing/data/people.ts';
import { openApp } from '../../testing/open-app.tsx';
import { answer, held, unreachable, urls } from '../../testing/server.ts';

const phone = () => screen.findByLabelText<HTMLInputElement>('Телефон');
const password = () => screen.getByLabelText<HTMLInputElement>('Пароль');
const submit = () => screen.getByRole('button', { name: 'Войти' });

async function open(entry: Parameters<typeof openApp>[0] = '/login') {
  const app = openApp(entry);
  await phone();
  return app;
}

async function fillIn(app: Awaited<ReturnType<typeof open>>, number = '9161234567', secret = 'secret') {
  await app.user.click(await phone());
  await app.user.keyboard(number);
  await app.user.type(password(), secret);
}

test('a submitted form posts the phone as +7XXXXXXXXXX, the password and an empty smart-token', async () => {
  const { release, bodies } = held('post', urls.login, { access: 'a', refresh: 'r' });
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  await waitFor(() =>
    expect(bodies).toEqual([{ phone: '+79161234567', password: 'secret', 'smart-token': '' }]),
  );
  release();
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeInTheDocument();
});

test('after signing in the person lands where they were going, the query included', async () => {
  const app = openApp('/leads?id=7');
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('heading', { level: 1, name: 'Лиды' })).toBeInTheDocument();
  expect(app.path()).toBe('/leads?id=7');
});

test('a way back to another origin leads home instead', async () => {
  const app = await open({ pathname: '/login', state: { from: '//evil.example.test' } });
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeInTheDocument();
  expect(app.path()).toBe('/');
});

test('a partner who was going to the partners lands at home', async () => {
  answer('get', urls.me, 200, partner);
  const app = openApp('/partners');
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeInTheDocument();
  expect(app.path()).toBe('/');
});

test('a signed-in person sees the login form inside the shell and is not redirected', async () => {
  signIn();
  const app = await open();
  expect(await screen.findByRole('navigation', { name: 'Разделы' })).toBeInTheDocument();
  expect(screen.getByRole('banner')).toHaveTextContent('Иванова А. П.');
  expect(app.path()).toBe('/login');
});

test('a sign-in in another tab brings the shell and leaves what is typed in the form', async () => {
  const app = await open();
  await fillIn(app);
  await app.auth.login({ phone: '+79990000001', password: 'x', smartToken: '' });
  await screen.findByRole('banner');
  expect(app.path()).toBe('/login');
  expect((await phone()).value).toBe('+7 916 123-45-67');
  expect(password().value).toBe('secret');
});

test('the button is busy while the login is under way, and a second submit sends nothing', {
  tags: ['spec/4.login.loading'],
}, async () => {
  const { release, bodies } = held('post', urls.login, { access: 'a', refresh: 'r' });
  const app = await open();
  await fillIn(app);
  await app.user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect(submit()).toHaveAttribute('aria-busy', 'true'));
  expect(submit()).toHaveTextContent('Войти');
  fireEvent.submit(screen.getByRole('form', { name: 'Вход' }));
  release();
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
  expect(bodies).toHaveLength(1);
});

test('the detail of a refused login is shown in an alert, and the typed stays with the password in focus', {
  tags: ['spec/8.login'],
}, async () => {
  answer('post', urls.login, 401, { detail: 'Неверный телефон или пароль' });
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
  answer('post', urls.login, 400, {});
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Ошибка входа$/);
});

test('a user that cannot be loaded shows the answer’s detail', async () => {
  answer('get', urls.me, 403, { detail: 'Доступ закрыт' });
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Доступ закрыт$/);
});

test('a user that cannot be loaded shows «Ошибка загрузки пользователя» when there is no detail', {
  tags: ['spec/8.user'],
}, async () => {
  answer('get', urls.me, 403, {});
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Ошибка загрузки пользователя$/);
  expect(app.auth.getState().isAuth).toBe(false);
});

test('a new attempt takes the old error away', async () => {
  answer('post', urls.login, 401, { detail: 'Неверный телефон или пароль' });
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  await screen.findByRole('alert');
  const { release } = held('post', urls.login, { access: 'a', refresh: 'r' });
  await app.user.click(submit());
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  release();
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
});

test('too many attempts say after how many minutes to try again', async () => {
  answer('post', urls.login, 429, {}, { 'Retry-After': '840' });
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Слишком много попыток. Повторите через 14 мин.',
  );
});

test('no connection says so, and that nothing typed is lost', async () => {
  unreachable('post', urls.login);
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Ошибка входа');
  expect(alert).toHaveTextContent('Нет связи с сервером');
  expect(password().value).toBe('secret');
});

test('the server’s field errors stand at their fields', async () => {
  answer('post', urls.login, 400, { phone: ['Номер заблокирован.'] });
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  await waitFor(async () => expect(await phone()).toHaveAccessibleDescription('Номер заблокирован.'));
  expect(await phone()).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an empty form asks for the whole number and the password, and nothing is sent', async () => {
  const { bodies } = held('post', urls.login, {});
  const app = await open();
  await app.user.click(submit());
  expect(await phone()).toHaveAccessibleDescription('Введите номер полностью: +7 и 10 цифр');
  expect(password()).toHaveAccessibleDescription('Введите пароль');
  expect(await phone()).toHaveFocus();
  expect(await phone()).toBeInvalid();
  expect(password()).toBeInvalid();
  expect(bodies).toEqual([]);
});

test('an error at a field goes as soon as the field is mended', async () => {
  const app = await open();
  await app.user.click(submit());
  await app.user.type(password(), 's');
  expect(password()).not.toHaveAccessibleDescription('Введите пароль');
});

test('the password can be shown and hidden by a button with a Russian name', async () => {
  const app = await open();
  await app.user.type(password(), 'secret');
  await app.user.click(screen.getByRole('button', { name: 'Показать или скрыть пароль' }));
  expect(password()).toHaveAttribute('type', 'text');
  expect(password().value).toBe('secret');
});

test('the fields tell password managers and keyboards what they are', async () => {
  await open();
  expect(await phone()).toHaveAttribute('autocomplete', 'username');
  expect(await phone()).toHaveAttribute('inputmode', 'tel');
  expect(password()).toHaveAttribute('autocomplete', 'current-password');
});

test('with a mouse the phone is in focus at once', async () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), query === '(pointer: fine)' && { matches: true }),
  );
  await open();
  expect(await phone()).toHaveFocus();
});

test('Анна’s tokens, user and role are kept under the four keys of the product text', async () => {
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  await screen.findByRole('heading', { level: 1, name: 'Главная' });
  expect({ ...localStorage }).toEqual({
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    user_data: JSON.stringify(anna),
    user_role: 'organization',
    auth_base: location.origin,
  });
});
