import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import { openApp } from '@/testing/open-app.tsx';

test('a page that throws shows an error with links inside the shell', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.doMock('@/pages/leads.tsx', () => ({
    default() {
      throw new Error('broken');
    },
  }));
  signIn();
  openApp('/leads');
  expect(await screen.findByRole('heading', { level: 1, name: 'Страница не открылась' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Обновить страницу' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'На главную' })).toHaveAttribute('href', '/');
  expect(await screen.findByRole('navigation', { name: 'Разделы' })).toBeInTheDocument();
});
