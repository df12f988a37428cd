import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { homeUrls } from '@/testing/data/home.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import { OrganizationHome } from './organization-home.tsx';

const urls = [
  homeUrls.summary,
  homeUrls.series,
  homeUrls.tasks,
  homeUrls.top,
  homeUrls.start,
  homeUrls.totals,
];

test('without a connection the home page shows one alert, which reloads all parts', async () => {
  server.use(...urls.map((url) => http.get(url, () => HttpResponse.error())));
  signIn();
  const { user } = mount(<OrganizationHome />, '/');
  // The first failed request shows its own alert until the others fail too.
  await screen.findByText('Страница загрузилась не вся');
  const banner = screen.getByRole('alert');
  expect(banner).toHaveTextContent('Нет связи с сервером');
  expect(screen.getAllByRole('alert')).toEqual([banner]);
  expect(screen.getByText('Не удалось загрузить задачи')).toBeVisible();
  server.resetHandlers();
  await user.click(within(banner).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: /^Лиды ?39$/ })).toBeVisible();
  expect(await screen.findByRole('table', { name: 'Лучшие партнеры' })).toBeVisible();
  expect(screen.queryByText(/Не удалось/)).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('errors with different causes have separate alerts', async () => {
  server.use(
    http.get(homeUrls.tasks, () => HttpResponse.error()),
    http.get(homeUrls.summary, () => HttpResponse.json({}, { status: 403 })),
  );
  signIn();
  mount(<OrganizationHome />, '/');
  expect(await screen.findByText('Не удалось загрузить показатели')).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Повторить' })).toHaveLength(2);
});
