import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { anna, partner, signIn } from '../../testing/data/people.ts';
import { openApp } from '../../testing/open-app.tsx';
import { answer, held, inviteUrls, server, unreachable, urls } from '../../testing/server.ts';
import { signInAs } from '../../testing/session.ts';

const PASSWORD = 'тихий омут 7';
const TOKENS = { access: 'access-1', refresh: 'refresh-1' };

const password = () => screen.getByLabelText<HTMLInputElement>('Пароль');
const accept = () => screen.getByRole('button', { name: 'Принять приглашение' });
const home = () => screen.findByRole('heading', { level: 1, name: 'Главная' });

async function open() {
  const app = openApp('/invite/token-1');
  await screen.findByText(/приглашает вас стать партнером/);
  return app;
}

/** Whoever the invitation makes a partner of. */
const joinedIs = (user: object) => server.use(http.get(urls.me, () => HttpResponse.json({ ...user })));

test('the page says who invites, whom, and until when, and what is asked of a password', async () => {
  await open();
  expect(screen.getByText(/приглашает/)).toHaveTextContent('Ромашка приглашает вас стать партнером.');
  expect(screen.getByText('Смирнов Алексей')).toBeVisible();
  expect(screen.getByText('+7 999 ***-**-01')).toBeVisible();
  expect(screen.getByText(/28\sавг\s2026, 14:05/)).toBeVisible();
  expect(password()).toHaveAccessibleDescription(
    expect.stringContaining('Если вы уже входили с этим телефоном, введите свой пароль.'),
  );
  expect(password()).toHaveAccessibleDescription(expect.stringContaining('Не короче 10 символов'));
  expect(screen.queryByRole('navigation', { name: 'Разделы' })).not.toBeInTheDocument();
});

test('a password and one press make the person a partner who is signed in and at home', async () => {
  joinedIs(partner);
  const { release, bodies } = held('post', inviteUrls.accept, TOKENS);
  const app = await open();
  await app.user.type(password(), PASSWORD);
  await app.user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect(accept()).toHaveAttribute('aria-busy', 'true'));
  fireEvent.submit(screen.getByRole('form', { name: 'Приглашение' }));
  release();
  await home();
  expect(bodies).toEqual([{ token: 'token-1', password: PASSWORD, 'smart-token': '' }]);
  expect(app.path()).toBe('/');
  expect(await screen.findByText('Приглашение принято')).toBeInTheDocument();
  expect(screen.getByText('Теперь вы партнер: Ромашка')).toBeInTheDocument();
  expect(app.auth.getState()).toMatchObject({ isAuth: true, role: 'partner' });
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/омут|token-1/);
});

test('an empty password is asked for, and nothing is sent', async () => {
  const { bodies } = held('post', inviteUrls.accept, TOKENS);
  const { user } = await open();
  await user.click(accept());
  expect(password()).toHaveAccessibleDescription(expect.stringContaining('Введите пароль'));
  expect(password()).toBeInvalid();
  expect(password()).toHaveFocus();
  expect(bodies).toEqual([]);
});

test('a password that the server refuses is told at the field, and stays there', async () => {
  answer('post', inviteUrls.accept, 400, { password: ['Такой пароль легко угадать.'] });
  const { user, path } = await open();
  await user.type(password(), 'password12');
  await user.click(accept());
  await waitFor(() =>
    expect(password()).toHaveAccessibleDescription(expect.stringContaining('Такой пароль легко угадать.')),
  );
  expect(password()).toHaveFocus();
  expect(password().value).toBe('password12');
  expect(path()).toBe('/invite/token-1');
  await user.type(password(), '3');
  expect(password()).not.toHaveAccessibleDescription(expect.stringContaining('легко угадать'));
});

test.each([
  [409, { detail: 'Сотрудник не может быть партнером.' }, 'Сотрудник не может быть партнером.'],
  [429, { detail: 'Слишком много попыток.' }, 'Слишком много попыток.'],
  [500, {}, 'Приглашение не принято'],
])('a refusal with %i is told above the button, and what is typed stays', async (status, body, sentence) => {
  answer('post', inviteUrls.accept, status, body);
  const { user } = await open();
  await user.type(password(), PASSWORD);
  await user.click(accept());
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(password().value).toBe(PASSWORD);
  expect(accept()).toBeEnabled();
});

test('a link that cannot be used says why, what to do, and leads to the login', async () => {
  answer('post', inviteUrls.check, 404, { detail: 'Ссылка не действует. Попросите новую.' });
  openApp('/invite/token-1');
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Ссылка не действует. Попросите новую.');
  expect(notice).toHaveTextContent('Если вы уже приняли приглашение');
  expect(within(notice).getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login');
  expect(screen.queryByLabelText('Пароль')).not.toBeInTheDocument();
});

test('a link that was used or withdrawn while the page stood open says so', async () => {
  answer('post', inviteUrls.accept, 404, { detail: 'Ссылка не действует.' });
  const { user } = await open();
  await user.type(password(), PASSWORD);
  await user.click(accept());
  expect(await screen.findByText('Ссылка не действует.')).toBeVisible();
  expect(screen.queryByLabelText('Пароль')).not.toBeInTheDocument();
});

test('no connection is told with a way to try again', async () => {
  unreachable('post', inviteUrls.check);
  const { user } = openApp('/invite/token-1');
  expect(await screen.findByRole('alert')).toHaveTextContent('Нет связи с сервером');
  server.resetHandlers();
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Смирнов Алексей')).toBeVisible();
});

test('while the invitation is on its way the page says so', async () => {
  const { release } = held('post', inviteUrls.check, {});
  openApp('/invite/token-1');
  expect(await screen.findByText('Приглашение загружается')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Приглашение' })).toBeVisible();
  release();
});

test('a signed-in person accepts with one press and keeps the session', async () => {
  signIn(partner);
  joinedIs({ ...partner, first_name: 'Борис' });
  const kept = localStorage.getItem('refresh_token');
  const { release, bodies } = held('post', inviteUrls.accept, { access: 'access-0', refresh: null });
  const app = await open();
  expect(screen.getByText(/Вы вошли как Смирнов А. П/)).toBeVisible();
  expect(screen.queryByLabelText('Пароль')).not.toBeInTheDocument();
  await app.user.click(accept());
  await waitFor(() => expect(accept()).toHaveAttribute('aria-busy', 'true'));
  expect(app.auth.getState().isAuth).toBe(true);
  release();
  await home();
  expect(bodies).toEqual([{ token: 'token-1' }]);
  expect(localStorage.getItem('refresh_token')).toBe(kept);
  expect(app.auth.getState()).toMatchObject({ isAuth: true, user: { first_name: 'Борис' } });
});

test('somebody else who is signed in is told so, and may leave the profile and accept', async () => {
  const visitor = { ...anna, phone: '+79161234567' };
  signIn(visitor);
  const app = await open();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Приглашение для другого человекаВы вошли как Иванова А. П\., а приглашают не вас/,
  );
  expect(screen.queryByRole('button', { name: 'Принять приглашение' })).not.toBeInTheDocument();
  sessionStorage.setItem('drafts', '{}');
  await app.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Выйти из профиля' }));
  await app.user.type(await screen.findByLabelText('Пароль'), PASSWORD);
  expect(app.path()).toBe('/invite/token-1');
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
  await app.user.click(accept());
  await home();
});

test('a person whom only the server tells from the invited one is told after the press', async () => {
  signIn(anna);
  answer('post', inviteUrls.accept, 403, { detail: 'Вы вошли как другой человек.' });
  const app = await open();
  await app.user.click(accept());
  expect(await screen.findByRole('alert')).toHaveTextContent('Приглашение для другого человека');
  expect(within(screen.getByRole('main')).getByRole('button', { name: 'Выйти из профиля' })).toBeVisible();
  expect(app.auth.getState().isAuth).toBe(true);
});

test('a session refused on the page leaves the visitor there, with the form', async () => {
  signIn(partner);
  const app = await open();
  answer('get', urls.me, 401, { detail: 'no' });
  answer('post', urls.refresh, 401, { detail: 'no' });
  await app.auth.fetch(urls.me);
  expect(await screen.findByLabelText('Пароль')).toBeVisible();
  expect(app.path()).toBe('/invite/token-1');
});

test('an accepted invitation whose person cannot be loaded is not accepted twice', async () => {
  const { bodies, release } = held('post', inviteUrls.accept, TOKENS);
  release();
  unreachable('get', urls.me);
  const app = await open();
  await app.user.type(password(), PASSWORD);
  await app.user.click(accept());
  expect(await screen.findByRole('alert')).toHaveTextContent('Приглашение принято, но войти не удалось');
  expect(localStorage).toHaveLength(0);
  expect(screen.getByRole('link', { name: 'Войти с паролем' })).toHaveAttribute('href', '/login');
  joinedIs(partner);
  await app.user.click(screen.getByRole('button', { name: 'Повторить' }));
  await home();
  expect(bodies).toHaveLength(1);
});

test('who has a password of old days signs in and comes back to accept', async () => {
  const app = await open();
  await app.user.click(screen.getByRole('link', { name: 'Войдите и вернитесь сюда' }));
  await screen.findByLabelText('Телефон');
  await signInAs(app, partner);
  expect(await screen.findByText(/Вы вошли как Смирнов/)).toBeVisible();
  expect(app.path()).toBe('/invite/token-1');
});

test('the link is not left in the way back', async () => {
  const app = await open();
  await app.user.type(password(), PASSWORD);
  await app.user.click(accept());
  await home();
  await app.router.navigate(-1);
  expect(app.path()).toBe('/');
});
