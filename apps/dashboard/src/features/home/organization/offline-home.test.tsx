import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { homeUrls } from '../../../testing/data/home.ts';
import { signIn } from '../../../testing/data/people.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { server } from '../../../testing/server.ts';

const parts = [homeUrls.summary, homeUrls.series, homeUrls.tasks, homeUrls.top, homeUrls.start];

test('without a connection the home page says so once, and one «Повторить» brings all of it', async () => {
  server.use(...parts.map((url) => http.get(url, () => HttpResponse.error())));
  signIn();
  const { user } = openApp('/');
  // One part may fail before the others, and tell of itself until then.
  await screen.findByText('Страница загрузилась не вся');
  const banner = screen.getByRole('alert');
  expect(banner).toHaveTextContent('Нет связи с сервером');
  expect(screen.getAllByRole('alert')).toEqual([banner]);
  expect(screen.getByText('Не удалось загрузить задачи')).toBeVisible();
  server.resetHandlers();
  await user.click(within(banner).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: /^Лиды ?39$/ }, { timeout: 5_000 })).toBeVisible();
  expect(await screen.findByRole('table', { name: 'Лучшие партнеры' })).toBeVisible();
  expect(screen.queryByText(/Не удалось/)).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('troubles of different causes are told apart', async () => {
  server.use(
    http.get(homeUrls.tasks, () => HttpResponse.error()),
    http.get(homeUrls.summary, () => HttpResponse.json({}, { status: 403 })),
  );
  signIn();
  openApp('/');
  expect(await screen.findByText('Не удалось загрузить показатели', {}, { timeout: 5_000 })).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Повторить' })).toHaveLength(2);
});
