import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
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
