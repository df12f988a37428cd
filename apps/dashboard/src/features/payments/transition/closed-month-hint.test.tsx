import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ClosedMonthHint } from '@/entities/payment/bank/closed-month-hint.tsx';
import { approvedPayment, PAYMENTS, serveMoney } from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond } from '@/testing/server.ts';
import PaymentPage from '../page/payment-page.tsx';

const close = (closed: string) =>
  respond('get', '/api/referral/closed-months/', 200, { closed, open: [], history: [] });

test('a day of a closed month shows on which day the payment counts', async () => {
  close('2026-10');
  signIn();
  mount(<ClosedMonthHint day="2026-09-28" counted="выплату" />);
  expect(await screen.findByRole('status')).toHaveTextContent(
    /^Месяц «сентябрь 2026» закрыт: дату банка сохраним, а выплату учтем 1.ноя.2026\.$/,
  );
});

test('a day of an open month shows nothing', async () => {
  close('2026-10');
  signIn();
  mount(
    <>
      <ClosedMonthHint day="2026-11-01" counted="возврат" />
      <ClosedMonthHint day={null} counted="выплату" />
      <ClosedMonthHint day="2026-10-31" counted="выплату" />
    </>,
  );
  expect(await screen.findByText(/октябрь 2026/)).toBeVisible();
  expect(screen.getAllByRole('status')).toHaveLength(1);
});

test('the dialogs for a transfer and for its return have the hint', async () => {
  close('2099-12');
  serveMoney({ payments: [approvedPayment] });
  signIn();
  const { user } = mount(<PaymentPage id={approvedPayment.id} />);
  await user.click(await screen.findByRole('button', { name: 'Отметить выплаченной' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отметить выплаченной' }));
  expect(await dialog.findByText(/а выплату учтем 1.янв.2100\.$/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Отмена' }));

  const paid = {
    ...approvedPayment,
    status: 'paid' as const,
    paid_on: '2026-08-22',
    transferred_kop: 330_000,
  };
  respond('get', `${PAYMENTS}${paid.id}/`, 200, { ...paid, requisites: null, act: null, without_act: null });
  mount(<PaymentPage id={paid.id} />);
  await user.click(await screen.findByRole('button', { name: 'Банк вернул деньги' }));
  expect(await screen.findByText(/а возврат учтем 1.янв.2100\.$/)).toBeVisible();
});
