import type { Payment } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { approvedPayment, PAYMENTS, serveMoney } from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import PaymentPage from '../page/payment-page.tsx';

const failed: Payment = { ...approvedPayment, status: 'failed', failure_reason: 'Счет закрыт' };
const METHODS = `/api/referral/partners/${failed.partner.id}/payout-methods/`;

const refusedMethod = {
  ...failed.method,
  ...{ id: '01a2b3c4-0000-7000-8000-000000000701', is_default: true, usable_from: null },
  ...{ can_be_proven: false, created_at: '2026-08-20T08:00:00Z' },
};

function openFailed(method: object = refusedMethod) {
  serveMoney({ payments: [failed] });
  respond('get', METHODS, 200, { results: [method], kinds: ['sbp'] });
  const sent: unknown[] = [];
  server.use(
    http.post(`${PAYMENTS}:id/retry/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...failed, status: 'approved', failure_reason: '' });
    }),
  );
  signIn();
  return { ...mount(<PaymentPage id={failed.id} />), sent };
}

test('a failed payment states its cause once and offers other requisites first', async () => {
  openFailed();
  const status = within(await screen.findByRole('region', { name: 'Статус выплаты' }));
  expect(status.getAllByText(/Перевод не прошел/)).toHaveLength(1);
  expect(status.getByText('Счет закрыт')).toBeVisible();
  const change = status.getByRole('link', { name: 'Изменить реквизиты' });
  expect(change).toHaveAttribute('data-variant', 'filled');
  expect(change).toHaveAttribute('href', `/partners/${failed.partner.id}?requisites=${failed.partner.id}`);
  expect(status.getByRole('button', { name: 'Повторить' })).toHaveAttribute('data-variant', 'default');
});

test('a retry is sent once, after a confirmation with the account that already failed', async () => {
  const { user, sent } = openFailed();
  await user.click(await screen.findByRole('button', { name: 'Повторить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Повторить перевод?' }));
  expect(await dialog.findByText(/^СБП, \+7 916 123-.45-.67, Т-.Банк$/)).toBeVisible();
  expect(dialog.getByText('На эти реквизиты перевод уже не прошел: Счет закрыт')).toBeVisible();
  expect(sent).toEqual([]);
  await user.dblClick(dialog.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Выплата снова к оплате')).toBeVisible();
  expect(sent).toEqual([{ version: failed.version }]);
});

test('a retry to new requisites has no warning', async () => {
  const { user } = openFailed({ ...refusedMethod, label: 'СБП, +7 900 000-00-01, Сбербанк' });
  await user.click(await screen.findByRole('button', { name: 'Повторить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Повторить перевод?' }));
  expect(await dialog.findByText(/Сбербанк$/)).toBeVisible();
  expect(dialog.queryByText(/уже не прошел/)).not.toBeInTheDocument();
});
