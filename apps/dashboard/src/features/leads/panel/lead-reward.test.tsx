import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import LeadPanel from './lead-panel.tsx';

const reward = {
  id: '01a2b3c4-0000-7000-8000-000000000501',
  number: 'Н-1',
  amount_kop: 4_467_339,
  explanation: '',
  status: 'paid' as const,
  hold_until: null,
};

async function openPanel(fields: Parameters<typeof createLead>[1]) {
  const lead = createLead(1, fields);
  signIn();
  serveLeads([lead]);
  const { user } = mount(<LeadPanel id={lead.id} item={undefined} />);
  return { user, rewardSection: within(await screen.findByRole('region', { name: 'Вознаграждение' })) };
}

test.each([
  ['in_progress', {}, /^Пока не начислено$/],
  ['won', { unrewarded: true, client_attached: 'self' }, /^Загружен из файла без вознаграждения$/],
  ['rejected', {}, /^Не начислено$/],
  ['lost', { paid_kop: 4_467_339 }, /^Уже выплачено 44.673,39.₽, вычтем из следующих выплат$/],
  ['lost', { approved_kop: 100 }, /^Уже в выплате 1,00.₽, вычтем из следующих выплат$/],
  [
    'won',
    { paid_kop: 5_000_000, reward },
    /^Уже выплачено 50.000,00.₽, 5.326,61.₽ вычтем из следующих выплат$/,
  ],
] as const)(
  'the reward section of a lead in state %s with %o states what happens to the reward',
  async (status, fields, sentence) => {
    const { rewardSection } = await openPanel({ status, ...fields });
    expect(rewardSection.getByText(sentence)).toBeVisible();
  },
);

const attached = {
  status: 'won' as const,
  client: { id: '01a2b3c4-0000-7000-8000-000000000601', number: 'К-7' },
  client_attached: 'other' as const,
  attached_to: { id: '01a2b3c4-0000-7000-8000-000000000701', name: 'Ким Ольга' },
};

test('the reward section of a deal of an attached client names its partner, with links to the client', async () => {
  const { rewardSection } = await openPanel(attached);
  expect(rewardSection.getByText(/уже закреплен за партнером/)).toHaveTextContent(
    'Клиент К-7 уже закреплен за партнером Ким Ольга. Вознаграждение за эту сделку считается по условиям закрепления.',
  );
  const card = `/leads?view=clients&id=${attached.client.id}`;
  expect(rewardSection.getByRole('link', { name: 'К-7' })).toHaveAttribute('href', card);
  expect(rewardSection.getByRole('link', { name: 'Передать клиента' })).toHaveAttribute('href', card);
  expect(rewardSection.queryByText('Пока не начислено')).not.toBeInTheDocument();
});

test('the reward section offers no transfer when the client belongs to the partner of the deal', async () => {
  const { rewardSection } = await openPanel({ ...attached, client_attached: 'self' });
  expect(rewardSection.getByRole('link', { name: 'Ким Ольга' })).toBeVisible();
  expect(rewardSection.queryByRole('link', { name: 'Передать клиента' })).not.toBeInTheDocument();
});

test.each([
  ['self', 'Клиент уже закреплен за вами. Вознаграждение за эту сделку считается по условиям закрепления.'],
  ['other', 'Клиент уже закреплен за другим партнером, вознаграждение не начислено'],
] as const)(
  'the partner of a deal of a client attached to %s reads why it has no reward',
  async (client_attached, sentence) => {
    const { version, attached_to, ...fields } = createLead(1, { ...attached, client_attached });
    signIn(partner);
    server.use(
      http.get(`/api/referral/leads/${fields.id}/`, () => HttpResponse.json(fields)),
      http.get(`/api/referral/leads/${fields.id}/history/`, () => HttpResponse.json({ results: [] })),
    );
    mount(<LeadPanel id={fields.id} item={undefined} />);
    const section = within(await screen.findByRole('region', { name: 'Вознаграждение' }));
    expect(section.getByText(sentence)).toBeVisible();
  },
);

test.each([
  [{ reward, paid_kop: 4_467_339 }, /^Уже выплачено 44.673,39.₽: вычтем из следующих выплат партнера\.$/],
  [
    { reward: { ...reward, status: 'hold' as const } },
    /^Начисленное вознаграждение 44.673,39.₽ будет отменено\.$/,
  ],
])('the dialog of a lost deal states the effect on money', async (fields, sentence) => {
  const { user } = await openPanel({ status: 'won', ...fields });
  await user.click(screen.getByRole('button', { name: 'Сделка не состоялась' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Сделка не состоялась/ }));
  expect(await dialog.findByText(sentence)).toBeVisible();
});

test('the dialog of a lost deal does not mention money when nothing is accrued', async () => {
  const { user } = await openPanel({ status: 'qualified' });
  await user.click(screen.getByRole('button', { name: 'Другие действия' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Сделка не состоялась' }));
  const dialog = await screen.findByRole('dialog', { name: /Сделка не состоялась/ });
  expect(dialog).not.toHaveTextContent(/отменено|вычтем/);
});
