import type { JournalEntry } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond } from '@/testing/server.ts';
import { Journal } from './journal.tsx';

const JOURNAL = '/api/referral/journal/';

const entry = (id: number, fields: Partial<JournalEntry> = {}): JournalEntry => ({
  id: `00000008-0000-7000-8000-00000000000${id}`,
  at: '2026-08-21T11:05:00Z',
  actor: { id: '00000009-0000-7000-8000-000000000001', name: 'Иванова А. П.' },
  kind: 'program',
  object: { id: '00000002-0000-7000-8000-000000000001', name: 'Окна' },
  action: 'program.update',
  title: 'Программа изменена',
  changes: [
    { field: 'Бюджет', before: '100 000,00 ₽', after: '125 000,00 ₽' },
    { field: 'Публичная страница', before: null, after: null },
  ],
  reason: '',
  request_id: 'req-7',
  ...fields,
});

function openJournal(results: readonly JournalEntry[], path = '/profile/journal') {
  respond('get', JOURNAL, 200, { results, next: null, previous: null });
  respond('get', `${JOURNAL}counts/`, 200, { all: results.length });
  signIn();
  return mount(<Journal header={null} />, path);
}

test('a row shows the action, object, changes, author and time', async () => {
  openJournal([entry(1), entry(2, { actor: null, title: 'Начисление доступно к выплате', changes: [] })]);
  const row = within((await screen.findByText('Программа изменена')).closest('tr') ?? document.body);
  expect(row.getByText('Окна')).toBeVisible();
  expect(row.getByText('Бюджет: 100 000,00 ₽ → 125 000,00 ₽ и еще 1')).toBeVisible();
  expect(row.getByText('Иванова А. П.')).toBeVisible();
  expect(row.getByText('21 авг 2026')).toBeVisible();
  expect(screen.getByText('Система')).toBeVisible();
});

test('an open entry shows all fields and marks those without values', async () => {
  const selectedEntry = entry(1, { reason: 'Так решили' });
  respond('get', `${JOURNAL}${selectedEntry.id}/`, 200, selectedEntry);
  openJournal([selectedEntry], `/profile/journal?id=${selectedEntry.id}`);
  const table = within(await screen.findByRole('table', { name: 'Что изменилось' }));
  expect(table.getByRole('row', { name: 'Бюджет 100 000,00 ₽ 125 000,00 ₽' })).toBeVisible();
  expect(table.getByRole('row', { name: /Публичная страница Изменено/ })).toBeVisible();
  expect(screen.getAllByText('Так решили')).not.toHaveLength(0);
  expect(screen.getByText('req-7')).toBeVisible();
});

test('an empty journal explains its purpose', async () => {
  openJournal([]);
  expect(await screen.findByText('Записей пока нет')).toBeVisible();
});

test('a journal that failed to load can be reloaded', async () => {
  respond('get', JOURNAL, 400, { detail: 'Нет.' });
  respond('get', `${JOURNAL}counts/`, 400, { detail: 'Нет.' });
  signIn();
  const { user } = mount(<Journal header={null} />, '/profile/journal');
  expect(await screen.findByText('Не удалось загрузить список')).toBeVisible();
  respond('get', JOURNAL, 200, { results: [entry(1)], next: null, previous: null });
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Программа изменена')).toBeVisible();
});
