import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { anna, partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { openApp } from '@/testing/open-app.tsx';
import { failRequest, holdResponse, inviteUrls, respond, server, urls } from '@/testing/server.ts';
import { signInAs } from '@/testing/session.ts';
import { Invitation } from './invitation.tsx';

const PASSWORD = 'тихий омут 7';
const TOKENS = { access: 'access-1', refresh: 'refresh-1' };

const password = () => screen.getByLabelText<HTMLInputElement>('Пароль');
const accept = () => screen.getByRole('button', { name: 'Принять приглашение' });

/** Invitation page; joining leads to the home page. */
function Page() {
  const navigate = useNavigate();
  return <Invitation token="token-1" onJoined={() => void navigate('/', { replace: true })} />;
}

const openPage = () => mount(<Page />, '/invite/token-1');
/** The same page in the full application, for sessions that start or end in other tabs. */
const openInApp = () => openApp('/invite/token-1');

async function open(render: typeof openPage = openPage) {
  const app = render();
  await screen.findByText(/приглашает вас стать партнером/);
  return app;
}

/** Makes the API return this user after joining. */
const respondWithUser = (user: object) => server.use(http.get(urls.me, () => HttpResponse.json({ ...user })));

test('the page shows the organization, the invited person, the deadline and the password rules', async () => {
  await open();
  expect(screen.getByText(/приглашает/)).toHaveTextContent('Ромашка приглашает вас стать партнером.');
  expect(screen.getByText('Смирнов Алексей')).toBeVisible();
  expect(screen.getByText('+7 999 ***-**-01')).toBeVisible();
  expect(screen.getByText(/28\sавг\s2026, 14:05/)).toBeVisible();
  expect(password()).toHaveAccessibleDescription(
    expect.stringContaining('Если вы уже входили с этим телефоном, введите свой пароль.'),
  );
  expect(password()).toHaveAccessibleDescription(expect.stringContaining('Не короче 10 символов'));
});

test('accepting with a password signs the partner in and opens the home page', async () => {
  respondWithUser(partner);
  const { release, bodies } = holdResponse('post', inviteUrls.accept, TOKENS);
  const app = await open();
  await app.user.type(password(), PASSWORD);
  await app.user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect(accept()).toHaveAttribute('aria-busy', 'true'));
  fireEvent.submit(screen.getByRole('form', { name: 'Приглашение' }));
  release();
  await waitFor(() => expect(app.path()).toBe('/'));
  expect(bodies).toEqual([{ token: 'token-1', password: PASSWORD, 'smart-token': '' }]);
  expect(app.path()).toBe('/');
  expect(await screen.findByText('Приглашение принято')).toBeInTheDocument();
  expect(screen.getByText('Теперь вы партнер компании «Ромашка»')).toBeInTheDocument();
  expect(app.auth.getState()).toMatchObject({ isAuth: true, role: 'partner' });
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/омут|token-1/);
});

test('an empty password shows an error and sends nothing', async () => {
  const { bodies } = holdResponse('post', inviteUrls.accept, TOKENS);
  const { user } = await open();
  await user.click(accept());
  expect(password()).toHaveAccessibleDescription(expect.stringContaining('Введите пароль'));
  expect(password()).toBeInvalid();
  expect(password()).toHaveFocus();
  expect(bodies).toEqual([]);
});

test('a password refused by the server is reported at the field and stays', async () => {
  respond('post', inviteUrls.accept, 400, { password: ['Такой пароль легко угадать.'] });
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
])('a refusal with %i is shown above the button, and the input stays', async (status, body, sentence) => {
  respond('post', inviteUrls.accept, status, body);
  const { user } = await open();
  await user.type(password(), PASSWORD);
  await user.click(accept());
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(password().value).toBe(PASSWORD);
  expect(accept()).toBeEnabled();
});

test('a link that cannot be used shows the reason and links to the login', async () => {
  respond('post', inviteUrls.check, 404, { detail: 'Ссылка не действует. Попросите новую.' });
  openPage();
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Ссылка не действует. Попросите новую.');
  expect(notice).toHaveTextContent('Если вы уже приняли приглашение');
  expect(within(notice).getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login');
  expect(screen.queryByLabelText('Пароль')).not.toBeInTheDocument();
});

test('a link that became invalid while the page was open is reported', async () => {
  respond('post', inviteUrls.accept, 404, { detail: 'Ссылка не действует.' });
  const { user } = await open();
  await user.type(password(), PASSWORD);
  await user.click(accept());
  expect(await screen.findByText('Ссылка не действует.')).toBeVisible();
  expect(screen.queryByLabelText('Пароль')).not.toBeInTheDocument();
});

test('a lost connection is reported and can be retried', async () => {
  failRequest('post', inviteUrls.check);
  const { user } = openPage();
  expect(await screen.findByRole('alert')).toHaveTextContent('Нет связи с сервером');
  server.resetHandlers();
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Смирнов Алексей')).toBeVisible();
});

test('a placeholder is shown while the invitation loads', async () => {
  const { release } = holdResponse('post', inviteUrls.check, {});
  openInApp();
  expect(await screen.findByText('Приглашение загружается')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Приглашение' })).toBeVisible();
  release();
});

test('a signed-in user accepts with one click and keeps the session', async () => {
  signIn(partner);
  respondWithUser({ ...partner, first_name: 'Борис' });
  const storedToken = localStorage.getItem('refresh_token');
  const { release, bodies } = holdResponse('post', inviteUrls.accept, { access: 'access-0', refresh: null });
  const app = await open();
  expect(screen.getByText(/Вы вошли как Смирнов А. П/)).toBeVisible();
  expect(screen.queryByLabelText('Пароль')).not.toBeInTheDocument();
  await app.user.click(accept());
  await waitFor(() => expect(accept()).toHaveAttribute('aria-busy', 'true'));
  expect(app.auth.getState().isAuth).toBe(true);
  release();
  await waitFor(() => expect(app.path()).toBe('/'));
  expect(bodies).toEqual([{ token: 'token-1' }]);
  expect(localStorage.getItem('refresh_token')).toBe(storedToken);
  expect(app.auth.getState()).toMatchObject({ isAuth: true, user: { first_name: 'Борис' } });
});

test('another signed-in user is warned and can sign out to accept', async () => {
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
  await waitFor(() => expect(app.path()).toBe('/'));
});

test('another user detected by the server is warned after the click', async () => {
  signIn(anna);
  respond('post', inviteUrls.accept, 403, { detail: 'Вы вошли как другой человек.' });
  const app = await open();
  await app.user.click(accept());
  expect(await screen.findByRole('alert')).toHaveTextContent('Приглашение для другого человека');
  expect(within(screen.getByRole('main')).getByRole('button', { name: 'Выйти из профиля' })).toBeVisible();
  expect(app.auth.getState().isAuth).toBe(true);
});

test('a session that ends on the page leaves the visitor there with the form', async () => {
  signIn(partner);
  const app = await open(openInApp);
  respond('get', urls.me, 401, { detail: 'no' });
  respond('post', urls.refresh, 401, { detail: 'no' });
  await app.auth.fetch(urls.me);
  expect(await screen.findByLabelText('Пароль')).toBeVisible();
  expect(app.path()).toBe('/invite/token-1');
});

test('an accepted invitation is not sent again when loading the user fails', async () => {
  const { bodies, release } = holdResponse('post', inviteUrls.accept, TOKENS);
  release();
  failRequest('get', urls.me);
  const app = await open();
  await app.user.type(password(), PASSWORD);
  await app.user.click(accept());
  expect(await screen.findByRole('alert')).toHaveTextContent('Приглашение принято, но войти не удалось');
  expect(localStorage).toHaveLength(0);
  expect(screen.getByRole('link', { name: 'Войти с паролем' })).toHaveAttribute('href', '/login');
  respondWithUser(partner);
  await app.user.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(app.path()).toBe('/'));
  expect(bodies).toHaveLength(1);
});

test('an invited person with a password signs in and returns to the invitation', async () => {
  const app = await open(openInApp);
  await app.user.click(screen.getByRole('link', { name: 'Войдите и вернитесь сюда' }));
  await screen.findByLabelText('Телефон');
  await signInAs(app, partner);
  expect(await screen.findByText(/Вы вошли как Смирнов/)).toBeVisible();
  expect(app.path()).toBe('/invite/token-1');
});

test('the back button does not return to the used link', async () => {
  const app = await open();
  await app.user.type(password(), PASSWORD);
  await app.user.click(accept());
  await waitFor(() => expect(app.path()).toBe('/'));
  await app.router.navigate(-1);
  expect(app.path()).toBe('/');
});
