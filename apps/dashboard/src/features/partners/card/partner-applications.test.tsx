import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { smirnov } from '../../../testing/data/partners.ts';
import { signIn } from '../../../testing/data/people.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { answer } from '../../../testing/server.ts';

const card = `/api/referral/partners/${smirnov.id}/`;
const application = {
  id: '00000009-0000-7000-8000-000000000001',
  program: { id: '00000002-0000-7000-8000-000000000001', name: 'Окна для дома' },
  status: 'pending',
  reason: '',
  is_repeat: false,
  created_at: '2026-08-21T11:05:00.000Z',
  decided_at: null,
  ip: '203.0.113.7',
  consents: [
    { kind: 'offer', version: 3, sha256: 'a'.repeat(64), text: 'Договор с партнером.' },
    { kind: 'personal_data', version: 2, sha256: 'b'.repeat(64), text: 'Согласен на обработку данных.' },
  ],
};

beforeEach(() => {
  signIn();
  answer('get', `${card}links/`, 200, { next: null, previous: null, results: [] });
  answer('get', `${card}payout-methods/`, 200, { results: [] });
});

test('an application stands on the card with both documents as they were agreed to', async () => {
  answer('get', card, 200, { ...smirnov, status: 'pending', sign_in: 'none' });
  answer('get', `${card}applications/`, 200, { results: [application] });
  const { user } = openApp(`/partners/${smirnov.id}`);
  const shown = within(await screen.findByRole('region', { name: 'Заявка' }));
  expect(shown.getByText('Окна для дома')).toBeVisible();
  expect(shown.getByText('203.0.113.7')).toBeVisible();
  expect(shown.getByText(/Версия 3/)).toBeVisible();
  const [offer] = shown.getAllByRole('button', { name: 'Показать текст' });
  if (offer === undefined) throw new Error('no text can be shown');
  await user.click(offer);
  expect(offer).toHaveAttribute('aria-expanded', 'true');
  expect(shown.getByText('Договор с партнером.')).toBeInTheDocument();
});

test('a repeated application says that it has changed nothing', async () => {
  answer('get', card, 200, { ...smirnov });
  answer('get', `${card}applications/`, 200, { results: [{ ...application, is_repeat: true }] });
  openApp(`/partners/${smirnov.id}`);
  expect(await screen.findByText(/Карточка с этим телефоном уже была/)).toBeVisible();
});

test('whoever was approved and has not joined is invited from the card, quietly', async () => {
  answer('get', card, 200, { ...smirnov, status: 'active', sign_in: 'none', invitation: null });
  openApp(`/partners/${smirnov.id}`);
  const create = await screen.findByRole('button', { name: 'Создать новую ссылку' });
  expect(create).toBeVisible();
  expect(create).toHaveAttribute('data-variant', 'default');
});
