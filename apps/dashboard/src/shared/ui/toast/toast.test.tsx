import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toast } from './toast.ts';
import { ToastHost } from './toast-host.tsx';
import { TOAST_DURATION_MS } from './toaster.tsx';

const host = () =>
  render(
    <MantineProvider env="test">
      <ToastHost />
    </MantineProvider>,
  );

test.each(['success', 'error'] as const)(
  'a toast of kind %s has a title and a description',
  { tags: ['spec/8.toast'] },
  async (tone) => {
    host();
    await act(() => toast[tone]({ title: `Заголовок ${tone}`, description: `Описание ${tone}` }));
    const alert = (await screen.findByText(`Заголовок ${tone}`)).closest('[role="alert"]');
    expect(alert).toHaveTextContent(`Описание ${tone}`);
  },
);

test('a toast disappears after 3 seconds', { tags: ['spec/9.toast'] }, async () => {
  host();
  vi.useFakeTimers();
  await act(() => toast.success({ title: 'Три секунды', description: 'И все' }));
  expect(screen.getByText('Три секунды')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(TOAST_DURATION_MS - 100));
  expect(screen.getByText('Три секунды')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(screen.queryByText('Три секунды')).not.toBeInTheDocument();
  expect(TOAST_DURATION_MS).toBe(3000);
});
