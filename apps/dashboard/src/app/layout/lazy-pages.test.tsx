import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signIn } from '../../testing/data/people.ts';
import { openApp } from '../../testing/open-app.tsx';

test('a page loads on demand: a spinner stands in its place and the shell stays', async () => {
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  vi.doMock('../../pages/leads.tsx', async () => {
    await promise;
    return { default: () => <h1>Лиды</h1> };
  });
  signIn();
  const app = openApp('/profile');
  const sidebar = await screen.findByRole('navigation', { name: 'Разделы' });
  await app.user.click(within(sidebar).getByRole('link', { name: 'Лиды' }));

  expect(await screen.findByRole('status')).toHaveTextContent('Страница загружается');
  expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
  expect(sidebar).toBeInTheDocument();
  arrive();
  expect(await screen.findByRole('heading', { level: 1, name: 'Лиды' })).toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
