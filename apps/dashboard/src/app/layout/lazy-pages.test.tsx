import { act, screen, within } from '@testing-library/react';
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

test.each([
  ['is pointed at', (app: ReturnType<typeof openApp>, link: HTMLElement) => app.user.hover(link)],
  ['has the focus', (_: unknown, link: HTMLElement) => act(() => link.focus())],
])('the code of a page is under way when a link to it %s, before it is followed', async (_way, approach) => {
  const asked = Promise.withResolvers<void>();
  vi.resetModules();
  vi.doMock('../../pages/payments.tsx', () => {
    asked.resolve();
    return { default: () => <h1>Выплаты</h1> };
  });
  signIn();
  const app = openApp('/profile');
  const sidebar = await screen.findByRole('navigation', { name: 'Разделы' });
  await approach(app, within(sidebar).getByRole('link', { name: 'Выплаты' }));
  await asked.promise;
  expect(app.path()).toBe('/profile');
});
