import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import { openApp } from '@/testing/open-app.tsx';

type App = ReturnType<typeof openApp>;

test('a page loads on demand: the shell stays and shows a spinner', async () => {
  const { promise, resolve: load } = Promise.withResolvers<void>();
  vi.doMock('@/pages/leads.tsx', async () => {
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
  load();
  expect(await screen.findByRole('heading', { level: 1, name: 'Лиды' })).toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test.each([
  [
    'is hovered',
    'Выплаты',
    '@/pages/payments/payments.tsx',
    ({ user }: App, link: HTMLElement) => user.hover(link),
  ],
  [
    'has the focus',
    'Реферальные программы',
    '@/pages/programs.tsx',
    (_: App, link: HTMLElement) => act(() => link.focus()),
  ],
])('the code of a page is loaded when a link to it %s', async (_way, name, page, approach) => {
  const loaded = Promise.withResolvers<void>();
  vi.doMock(page, () => {
    loaded.resolve();
    return { default: () => <h1>{name}</h1> };
  });
  signIn();
  const app = openApp('/profile');
  const sidebar = await screen.findByRole('navigation', { name: 'Разделы' });
  await approach(app, within(sidebar).getByRole('link', { name }));
  await loaded.promise;
  expect(app.path()).toBe('/profile');
});
