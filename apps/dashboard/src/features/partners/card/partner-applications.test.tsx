import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { smirnov } from '@/testing/data/partners.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond } from '@/testing/server.ts';
import { PartnerCard } from './partner-card.tsx';

const card = `/api/referral/partners/${smirnov.id}/`;
const application = {
  id: '00000009-0000-7000-8000-000000000001',
  program: { id: '00000002-0000-7000-8000-000000000001', name: 'Окна для дома' },
  status: 'pending',
  reason: '',
  comment: '',
  is_repeat: false,
  given: {
    kind: 'individual',
    last_name: 'Сидорова',
    first_name: 'Мария',
    father_name: '',
    company_name: '',
    phone: '+79161234567',
    email: 'maria@example.ru',
    inn: '',
  },
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
  respond('get', `${card}links/`, 200, { next: null, previous: null, results: [] });
  respond('get', `${card}payout-methods/`, 200, { results: [] });
});

test('an application shows both documents in the accepted version', async () => {
  respond('get', card, 200, { ...smirnov, status: 'pending', sign_in: 'none' });
  respond('get', `${card}applications/`, 200, { requests: [], results: [application] });
  const { user } = mount(<PartnerCard payoutMethods={() => null} />, `/partners/${smirnov.id}`);
  const applicationSection = within(await screen.findByRole('region', { name: 'Заявка' }));
  expect(applicationSection.getByText('Окна для дома')).toBeVisible();
  expect(applicationSection.getByText('203.0.113.7')).toBeVisible();
  expect(applicationSection.getByText('Физическое лицо, Сидорова Мария, maria@example.ru')).toBeVisible();
  // The first application is decided with the buttons in the page header.
  expect(applicationSection.queryByRole('button', { name: /Одобрить/ })).not.toBeInTheDocument();
  expect(applicationSection.getByText(/Версия 3/)).toBeVisible();
  const [offerConsent] = applicationSection.getAllByRole('button', { name: 'Показать текст' });
  if (offerConsent === undefined) throw new Error('no text can be shown');
  await user.click(offerConsent);
  expect(offerConsent).toHaveAttribute('aria-expanded', 'true');
  expect(applicationSection.getByText('Договор с партнером.')).toBeInTheDocument();
});

test('a repeated application notes that the card is unchanged', async () => {
  respond('get', card, 200, { ...smirnov });
  respond('get', `${card}applications/`, 200, {
    requests: [],
    results: [{ ...application, is_repeat: true }],
  });
  mount(<PartnerCard payoutMethods={() => null} />, `/partners/${smirnov.id}`);
  expect(await screen.findByText(/Карточка с этим телефоном уже была/)).toBeVisible();
});

test('rejecting a second application asks for a reason for the applicant and a comment for the team', async () => {
  respond('get', card, 200, { ...smirnov });
  respond('get', `${card}applications/`, 200, { requests: [], results: [application] });
  const { release, bodies } = holdResponse('post', `${card}applications/decide/`, { ...smirnov });
  const { user } = mount(<PartnerCard payoutMethods={() => null} />, `/partners/${smirnov.id}`);
  await user.click(await screen.findByRole('button', { name: 'Отклонить заявку: Окна для дома' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отклонить заявку?' }));
  expect(dialog.getByLabelText('Причина')).toHaveAccessibleDescription('Заявитель прочтет это');
  expect(dialog.getByLabelText('Комментарий для команды')).toHaveAccessibleDescription(
    'Видит только ваша команда',
  );
  await user.click(dialog.getByRole('button', { name: 'Отклонить' }));
  expect(dialog.getByText('Укажите причину')).toBeVisible();
  await user.type(dialog.getByLabelText('Причина'), 'Нужен ИНН');
  await user.type(dialog.getByLabelText('Комментарий для команды'), 'Похож на конкурента');
  await user.dblClick(dialog.getByRole('button', { name: 'Отклонить' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        program: application.program.id,
        decision: 'reject',
        reason: 'Нужен ИНН',
        comment: 'Похож на конкурента',
      },
    ]),
  );
  release();
  expect(await screen.findByText('Заявка отклонена')).toBeVisible();
});

test('a request to join a program is approved on the card', async () => {
  respond('get', card, 200, { ...smirnov });
  respond('get', `${card}applications/`, 200, {
    requests: [{ program: application.program, created_at: application.created_at }],
    results: [],
  });
  const { release, bodies } = holdResponse('post', `${card}applications/decide/`, { ...smirnov });
  const { user } = mount(<PartnerCard payoutMethods={() => null} />, `/partners/${smirnov.id}`);
  await user.click(await screen.findByRole('button', { name: 'Одобрить заявку: Окна для дома' }));
  await waitFor(() => expect(bodies).toEqual([{ program: application.program.id, decision: 'approve' }]));
  release();
  expect(await screen.findByText('Заявка одобрена')).toBeVisible();
});

test('an approved partner without a sign-in is invited by a default button', async () => {
  respond('get', card, 200, { ...smirnov, status: 'active', sign_in: 'none', invitation: null });
  mount(<PartnerCard payoutMethods={() => null} />, `/partners/${smirnov.id}`);
  const create = await screen.findByRole('button', { name: 'Создать новую ссылку' });
  expect(create).toBeVisible();
  expect(create).toHaveAttribute('data-variant', 'default');
});
