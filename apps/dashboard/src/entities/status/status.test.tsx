import { MantineProvider } from '@mantine/core';
import { AuthProvider } from '@referral-dashboard/react-auth';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anna, partner, signIn } from '@/testing/data/people.ts';
import { createTestAuth } from '@/testing/harness.ts';
import { type StatusKind, statusLabels } from './labels.ts';
import { shapeColors, statusShapes } from './shapes.ts';
import { Status } from './status.tsx';

/** Expected shape of each label. */
const expectedLabels = {
  ring: ['Новый', 'Запрошена', 'Заявка', 'Приглашен', 'На рассмотрении', 'К зачету'],
  half: ['В работе', 'В обработке', 'К оплате', 'В выплате'],
  clock: ['На удержании', 'На проверке', 'Приостановлен', 'Приостановлена', 'Запланирована'],
  disc: ['Подтвержден', 'Доступно к выплате', 'Активен', 'Активна', 'Участвует'],
  check: ['Сделка', 'Выплачено', 'Выплачена'],
  cross: ['Отклонен', 'Ошибка', 'Заблокирован'],
  dash: ['Черновик', 'В архиве', 'Дубль', 'Не состоялась', 'Отменено', 'Отменена', 'Вышел', 'Завершена'],
};
const expectedShapes = Object.fromEntries(
  Object.entries(expectedLabels).flatMap(([shape, labels]) => labels.map((label) => [label, shape])),
);

function Dashboard({ children }: { children: ReactNode }) {
  const { auth } = createTestAuth();
  return (
    <MantineProvider env="test">
      <AuthProvider auth={auth}>{children}</AuthProvider>
    </MantineProvider>
  );
}
const renderStatus = (status: ReactNode) => render(status, { wrapper: Dashboard });

const states = (Object.keys(statusLabels) as StatusKind[]).flatMap((kind) =>
  Object.entries(statusLabels[kind]).map(([state, label]) => ({ kind, state, label })),
);

test.each(states)('$kind «$label» is shown with its shape and its label', ({ kind, state, label }) => {
  const { container } = renderStatus(<Status kind={kind} state={state as never} />);
  expect(screen.getByText(label)).toBeVisible();
  expect(container.querySelector('svg')).toHaveAttribute('data-shape', expectedShapes[label]);
});

test('every status has a shape, and every shape entry belongs to a status', () => {
  for (const kind of Object.keys(statusLabels) as StatusKind[])
    expect(Object.keys(statusShapes[kind])).toEqual(Object.keys(statusLabels[kind]));
});

test('two statuses of the same color have different shapes', () => {
  expect(shapeColors.disc).toBe(shapeColors.check);
  const { container } = renderStatus(
    <>
      <Status kind="lead" state="qualified" />
      <Status kind="lead" state="won" isPill />
    </>,
  );
  const glyphs = [...container.querySelectorAll('svg')].map((svg) => svg.innerHTML);
  expect(new Set(glyphs).size).toBe(2);
});

test.each([
  ['an organization', anna, 'Лид ждет первого ответа. Возьмите его в работу.'],
  ['a partner', partner, 'Лид получен. Организация скоро им займется.'],
])('the tooltip of a status shows %s the next step', async (_who, person, sentence) => {
  signIn(person);
  renderStatus(<Status kind="lead" state="new" />);
  const user = userEvent.setup();
  await screen.findByText('Новый');
  await user.hover(screen.getByText('Новый'));
  expect(await screen.findByRole('tooltip')).toHaveTextContent(sentence);
});

test('a pointer that only passes over a status opens no tooltip, and one that stays opens it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  renderStatus(<Status kind="lead" state="won" />);
  const status = screen.getByText('Сделка');
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.pointerEnter(status, { pointerType: 'mouse' });
  await wait(200);
  fireEvent.pointerLeave(status, { pointerType: 'mouse' });
  await wait(1000);
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerEnter(status, { pointerType: 'mouse' });
  await wait(1000);
  expect(screen.getByRole('tooltip')).toBeVisible();
});

test('a short touch opens the tooltip', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  renderStatus(<Status kind="lead" state="won" />);
  const status = screen.getByText('Сделка');
  fireEvent.pointerEnter(status, { pointerType: 'touch' });
  fireEvent.pointerLeave(status, { pointerType: 'touch' });
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByRole('tooltip')).toBeVisible();
});
