import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import { openApp } from '@/testing/open-app.tsx';
import { failRequest, holdResponse, respond, urls } from '@/testing/server.ts';

test.each(['/', '/login', '/ref/abc'])(
  'while the session is being checked, %s shows a large spinner instead of the page',
  async (path) => {
    signIn();
    const { release } = holdResponse('post', urls.verify, {});
    openApp(path);
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('Проверяем вход');
    expect(status.querySelector('.mantine-Loader-root')).toHaveAttribute('data-size', 'xl');
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();

    release();
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
  },
);

test('without a server the spinner explains it, keeps the session and offers «Повторить» and «Выйти»', async () => {
  signIn();
  failRequest('post', urls.verify);
  const app = openApp('/leads');
  expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Выйти' })).toBeVisible();
  expect(localStorage.getItem('refresh_token')).toBe('refresh-1');

  respond('post', urls.verify, 200, {});
  await app.user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Лиды' })).toBeInTheDocument();
  expect(app.path()).toBe('/leads');
});

test('«Выйти» under the spinner ends the session and leads to /login', async () => {
  signIn();
  failRequest('post', urls.verify);
  const app = openApp('/leads');
  await app.user.click(await screen.findByRole('button', { name: 'Выйти' }));
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible();
  expect(app.path()).toBe('/login');
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

test('a lost connection ends the session if configured so', async () => {
  signIn();
  failRequest('post', urls.verify);
  openApp('/leads', { whenUnreachable: 'logout' });
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible();
  expect(localStorage).toHaveLength(0);
});
