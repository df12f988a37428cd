import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { approvedPayment, PAYMENTS, serveMoney } from '@/testing/data/payouts/payments.ts';
import { RECEIPTS } from '@/testing/data/payouts/tax-status.ts';
import { anna, partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond } from '@/testing/server.ts';
import PaymentPage from './payment-page.tsx';

const taxed = {
  ...approvedPayment,
  amount_kop: 1_000_000,
  tax_kop: 130_000,
  withholding: {
    year: 2026,
    residence: 'resident' as const,
    rates: [{ bps: 1300, kop: 1_000_000 }],
    contributions_kop: 300_000 as number | null,
  },
};

async function openPayment(payment: typeof taxed, person: Parameters<typeof signIn>[0] = anna) {
  serveMoney({ payments: [payment] });
  respond('get', RECEIPTS, 200, { results: [], next: null, previous: null });
  respond('get', `${PAYMENTS}${payment.id}/`, 200, {
    ...payment,
    requisites: payment.method,
    act: null,
    without_act: null,
  });
  signIn(person);
  mount(<PaymentPage id={payment.id} />);
  return within(await screen.findByRole('region', { name: 'Реквизиты' }));
}

test('a payment to an individual shows the sum, the tax, the transfer and the contributions', async () => {
  const facts = await openPayment(taxed);
  expect(facts.getByText('НДФЛ 13 %')).toBeVisible();
  for (const [label, sum] of [
    ['Начислено', '10 000,00 ₽'],
    ['НДФЛ 13 %', '1 300,00 ₽'],
    ['К перечислению', '8 700,00 ₽'],
    ['Взносы', '3 000,00 ₽, платите сверх выплаты'],
  ] as const)
    expect(facts.getByText(label).closest('div')).toHaveTextContent(sum);
  expect(facts.queryByText('Сумма')).not.toBeInTheDocument();
});

test('a payment that settles a debt shows the earned sum and the settled debt', async () => {
  const facts = await openPayment({ ...taxed, amount_kop: 600_000, settled_kop: 400_000 });
  for (const [label, sum] of [
    ['Начислено', '10 000,00 ₽'],
    ['Зачтено', '4 000,00 ₽, переведено раньше'],
    ['К перечислению', '4 700,00 ₽'],
  ] as const)
    expect(facts.getByText(label).closest('div')).toHaveTextContent(sum);
});

test('a partner sees the tax and the transfer without the contributions', async () => {
  const withholding = { ...taxed.withholding, contributions_kop: null };
  const facts = await openPayment({ ...taxed, withholding }, partner);
  expect(facts.getByText('К перечислению').closest('div')).toHaveTextContent('8 700,00 ₽');
  expect(facts.queryByText('Взносы')).not.toBeInTheDocument();
});
