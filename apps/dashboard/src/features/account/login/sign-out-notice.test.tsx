import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { anna, signIn } from '@/testing/data/people.ts';
import { openApp } from '@/testing/open-app.tsx';
import { server, urls } from '@/testing/server.ts';

const rejectSession = (end?: string) =>
  server.use(
    ...[http.get(urls.me, respondUnauthorized), http.post(urls.verify, respondUnauthorized)],
    http.post(urls.refresh, () =>
      HttpResponse.json({ detail: 'no' }, { status: 401, ...(end && { headers: { 'x-session-end': end } }) }),
    ),
  );
const respondUnauthorized = () => HttpResponse.json({ detail: 'no' }, { status: 401 });

test.each([
  ['ended', 'Вы завершили его на другом устройстве'],
  ['password', 'Войдите с новым паролем'],
  ['switched_off', 'Организация отключила вам вход'],
  ['reused', 'Войдите снова и смените пароль'],
  ['expired', 'Срок входа истек'],
  [undefined, 'Вход завершен'],
])('the login page explains a session that ended: %s', async (end, sentence) => {
  signIn(anna);
  rejectSession(end);
  const app = openApp('/profile');
  await screen.findByLabelText('Пароль');
  expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
  expect(app.path()).toBe('/login');
});

test('the login page shows no notice to a first visitor', async () => {
  openApp('/login');
  await screen.findByLabelText('Пароль');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
