import type { Partner, PayoutReadiness } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SMIRNOV_URL, servePartner, smirnov } from '@/testing/data/partners.ts';
import { payableNow } from '@/testing/data/payouts/readiness.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond } from '@/testing/server.ts';
import { PartnerCard } from './partner-card.tsx';

const noMethod = { code: 'no_method' as const, detail: 'Не указано, куда платить.' };
const lateReceipts = {
  code: 'receipt_late' as const,
  detail: 'Не хватает чеков по прошлым выплатам: 2. Срок прошел.',
};
const belowMinimum = { code: 'below_minimum' as const, detail: 'Меньше минимальной выплаты.' };
const inactive = { code: 'partner_inactive' as const, detail: 'Партнер не активен.' };

async function openCard(readiness: Partial<PayoutReadiness>, status: Partner['status'] = 'active') {
  servePartner({ partner: { ...smirnov, status } });
  respond('get', `${SMIRNOV_URL}payable/`, 200, { ...payableNow, ...readiness });
  signIn();
  const app = mount(<PartnerCard payoutMethods={() => null} />, `/partners/${smirnov.id}`);
  await screen.findByRole('heading', { level: 1, name: 'Смирнов Алексей' });
  const reasons = screen.queryByRole('region', { name: 'Пока нельзя заплатить:' });
  return { ...app, reasons };
}
const linksOf = (reasons: HTMLElement | null) =>
  reasons &&
  within(reasons)
    .getAllByRole('link')
    .map((link) => [link.textContent?.replaceAll('\u00a0', ' ').trim(), link.getAttribute('href')]);

test('an active partner shows each reason that blocks the payment, with a link that removes it', async () => {
  const { reasons } = await openCard({
    available_kop: -460_000,
    blockers: [lateReceipts, noMethod, belowMinimum],
  });
  expect(linksOf(reasons)).toEqual([
    [
      'Не хватает чеков по прошлым выплатам: 2. Срок прошел',
      `/payments?tab=receipts&partner=${smirnov.id}&late=true`,
    ],
    ['Нет реквизитов — добавить', `/partners/${smirnov.id}?requisites=${smirnov.id}`],
    ['Долг 4 600,00 ₽, вычтем из следующих', `/partners/${smirnov.id}?tab=accruals`],
  ]);
});

test('a partner that nothing blocks shows no reasons', async () => {
  expect((await openCard({})).reasons).not.toBeInTheDocument();
});

test('an active partner without available money is not compared with the minimum', async () => {
  const { reasons } = await openCard({ available_kop: 0, blockers: [noMethod, belowMinimum] });
  expect(linksOf(reasons)).toEqual([['Нет реквизитов — добавить', expect.any(String)]]);
});

test('changed requisites are a reason without a link, because only time removes it', async () => {
  const detail = 'Реквизиты изменены меньше суток назад. Выплата возможна с 23 ноя, 03:33.';
  const { reasons } = await openCard({ blockers: [{ code: 'method_changed', detail }] });
  expect(reasons).toHaveTextContent(/Выплата возможна с 23 ноя, 03:33$/);
  expect(reasons?.querySelector('a')).toBeNull();
});

test('a blocked partner shows only what also blocks the final payment', async () => {
  const { reasons } = await openCard(
    { available_kop: 50_000, blockers: [inactive, noMethod, belowMinimum] },
    'blocked',
  );
  expect(linksOf(reasons)).toEqual([['Нет реквизитов — добавить', expect.any(String)]]);
});

test('an archived partner without money shows no reasons', async () => {
  const { reasons } = await openCard({ available_kop: 0, blockers: [inactive, noMethod] }, 'archived');
  expect(reasons).not.toBeInTheDocument();
});

test('a failed request for the reasons can be repeated, and the card stays', async () => {
  servePartner();
  respond('get', `${SMIRNOV_URL}payable/`, 403, { detail: 'Недостаточно прав.' });
  signIn();
  const { user } = mount(<PartnerCard payoutMethods={() => null} />, `/partners/${smirnov.id}`);
  expect(await screen.findByText('Не удалось узнать, можно ли заплатить')).toBeVisible();
  respond('get', `${SMIRNOV_URL}payable/`, 200, { ...payableNow, blockers: [noMethod] });
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: 'Нет реквизитов — добавить' })).toBeVisible();
});
