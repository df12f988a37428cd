import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, partner, signIn, userWithoutRole } from '@/testing/data/people.ts';
import { openApp } from '@/testing/open-app.tsx';
import { respond, urls } from '@/testing/server.ts';

/** Simulates a write in another tab: the value changes and a `storage` event fires. */
function inAnotherTab(write: () => void) {
  write();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

const protectedPaths = [
  '/',
  '/profile',
  '/referral/program',
  '/referral/program/create',
  '/referral/program/7',
  '/leads',
  '/payments',
];
const organizationPaths = ['/partners', '/partner/create', '/partners/7', '/profile/organization'];

test.each([...protectedPaths, ...organizationPaths])(
  '%s redirects an unauthenticated user to /login',
  async (path) => {
    const app = openApp(path);
    expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible();
    expect(app.path()).toBe('/login');
  },
);

test.each([
  ['/', 'Главная'],
  ['/profile', 'Профиль'],
  ['/referral/program', 'Реферальные программы'],
  ['/referral/program/create', 'Новая программа'],
  ['/referral/program/7', 'Реферальная программа'],
  ['/partners', 'Партнеры'],
  ['/partner/create', 'Новый партнер'],
  ['/partners/7', 'Партнер'],
  ['/leads', 'Лиды'],
  ['/payments', 'Выплаты'],
])('%s shows an organization the page «%s»', async (path, title) => {
  signIn(anna);
  const app = openApp(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(app.path()).toBe(path);
  await waitFor(() => expect(document.title).toBe(`${title} · Реферальный кабинет`));
});

test.each(organizationPaths)('%s redirects a partner to the home page', async (path) => {
  signIn(partner);
  const app = openApp(path);
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeInTheDocument();
  expect(app.path()).toBe('/');
});

test.each(organizationPaths)('%s redirects a user without a role to the home page', async (path) => {
  signIn(userWithoutRole);
  const app = openApp(path);
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeInTheDocument();
  expect(app.path()).toBe('/');
});

test.each(protectedPaths)('%s is open to a user without a role', async (path) => {
  signIn(userWithoutRole);
  const app = openApp(path);
  await screen.findByRole('heading', { level: 1 });
  expect(app.path()).toBe(path);
});

test('a protected page is not rendered for an unauthenticated user', async () => {
  openApp('/profile');
  await screen.findByRole('heading', { name: 'Вход' });
  expect(screen.queryByRole('form', { name: 'Профиль' })).not.toBeInTheDocument();
});

test.each(['/', '/no/such/page'])(
  'a session refused while %s is open redirects the user to /login',
  async (path) => {
    signIn();
    const app = openApp(path);
    await screen.findByRole('heading', { level: 1 });
    respond('get', urls.me, 401, { detail: 'no' });
    respond('post', urls.refresh, 401, { detail: 'no' });
    await app.auth.fetch(urls.me);

    expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible();
    expect(app.path()).toBe('/login');
    expect(app.router.state.location.state).toEqual({ from: path });
    expect(app.warnings).toHaveLength(1);
    expect(localStorage).toHaveLength(0);
  },
);

test('a session refused at startup leads to /login', async () => {
  signIn();
  respond('post', urls.verify, 401, { code: 'token_not_valid' });
  respond('post', urls.refresh, 401, { code: 'token_not_valid' });
  const app = openApp('/leads?id=7');
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible();
  expect(app.router.state.location.state).toEqual({ from: '/leads?id=7' });
});

test('a session refused on a public page leaves the visitor there', async () => {
  signIn();
  const app = openApp('/ref/abc');
  await screen.findByRole('heading', { level: 1 });
  respond('get', urls.me, 401, { detail: 'no' });
  respond('post', urls.refresh, 401, { detail: 'no' });
  await app.auth.fetch(urls.me);
  await waitFor(() => expect(app.auth.getState().isAuth).toBe(false));
  expect(app.path()).toBe('/ref/abc');
});

test('a login of another user in another tab does not lead to /login', async () => {
  signIn(anna);
  const app = openApp('/leads');
  await screen.findByRole('heading', { level: 1, name: 'Лиды' });

  inAnotherTab(() => {
    localStorage.removeItem('user_data');
    localStorage.setItem('access_token', 'of-the-partner');
  });
  await waitFor(() => expect(app.auth.getState().isAuth).toBe(false));
  expect(app.path()).toBe('/leads');

  inAnotherTab(() => localStorage.setItem('user_data', JSON.stringify(partner)));
  expect(await screen.findByRole('heading', { level: 1, name: 'Лиды' })).toBeInTheDocument();
  expect(app.auth.getState().user).toEqual(partner);
  expect(app.path()).toBe('/leads');
});
