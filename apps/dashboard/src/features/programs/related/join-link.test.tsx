import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { signIn } from '../../../testing/data/people.ts';
import { organization, program } from '../../../testing/data/program-pages.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { answer, server } from '../../../testing/server.ts';

const own = `/api/referral/programs/${program.id}/`;
const document = { version: 1, text: 'Текст', sha256: 'a'.repeat(64), since: '2026-08-01T09:00:00.000Z' };
const url = 'https://ref.example.ru/join/0123456789ab';

function open(policy: 'open' | 'closed', documents: object) {
  signIn();
  server.use(
    http.get('/api/referral/organization/', () => HttpResponse.json({ ...organization, ...documents })),
    http.get(own, () => HttpResponse.json({ ...program, join_policy: policy })),
  );
  answer('get', `${own}enrollments/`, 200, { next: null, previous: null, results: [] });
  answer('get', `${own}join-link/`, 200, { url, qr: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  return openApp(`/referral/program/${program.id}?tab=partners`);
}

test('a program that lets people in shows the link for them, to be copied and drawn', async () => {
  const { user } = open('open', { offer: document, personal_data: document });
  const link = within(await screen.findByRole('region', { name: 'Ссылка для новых партнеров' }));
  expect(await link.findByText(url)).toBeVisible();
  await user.click(link.getByRole('button', { name: 'Скопировать ссылку' }));
  expect(await navigator.clipboard.readText()).toBe(url);
  await user.click(link.getByRole('button', { name: 'QR-код' }));
  expect(await screen.findByRole('img', { name: 'QR-код ссылки для новых партнеров' })).toBeInTheDocument();
});

test('without documents it says what is missing and leads there', async () => {
  open('open', { offer: document, personal_data: null });
  expect(await screen.findByText('Партнеры не могут подать заявку сами')).toBeVisible();
  const way = screen.getByRole('link', { name: 'настройках организации' });
  expect(way).toHaveAttribute('href', '/profile/organization');
});

test('a program that lets nobody in shows none', async () => {
  open('closed', { offer: document, personal_data: document });
  await screen.findByRole('tab', { name: /Партнеры/, selected: true });
  expect(screen.queryByRole('region', { name: 'Ссылка для новых партнеров' })).not.toBeInTheDocument();
  expect(screen.queryByText('Партнеры не могут подать заявку сами')).not.toBeInTheDocument();
});
