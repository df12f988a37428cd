import type { Receipt } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draftPayment, PAYMENTS, serveMoney } from '@/testing/data/payouts/payments.ts';
import { awaitedReceipt } from '@/testing/data/payouts/receipts.ts';
import { RECEIPTS } from '@/testing/data/payouts/tax-status.ts';
import { partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond } from '@/testing/server.ts';
import PaymentPage from './payment-page.tsx';

/** Mounts the page of a paid payment as its partner. */
function openPayment(receipt: Receipt) {
  const paid = {
    ...draftPayment,
    status: 'paid',
    paid_on: '2026-08-21',
    paid_at: '2026-08-21T12:00:00Z',
    requisites: null,
    act: null,
    without_act: null,
  };
  serveMoney({});
  respond('get', `${PAYMENTS}${draftPayment.id}/`, 200, paid);
  respond('get', RECEIPTS, 200, { results: [receipt], next: null, previous: null });
  signIn(partner);
  respond('get', '/api/accounts/users/me/', 200, partner);
  return mount(<PaymentPage id={draftPayment.id} />);
}

test('a partner sends the link of a receipt on the page of its payment', async () => {
  const link = 'https://lknpd.nalog.ru/api/v1/receipt/500100732259/2001rb3pdo/print';
  const { user } = openPayment(awaitedReceipt);
  const section = within(await screen.findByRole('region', { name: 'Чек' }));
  expect(section.getByText('9 сен 2026')).toBeVisible();
  const field = section.getByLabelText('Ссылка на чек или его номер');
  const { bodies, release } = holdResponse('post', `${PAYMENTS}${draftPayment.id}/receipt/`, {
    ...awaitedReceipt,
    status: 'received',
    number: '2001rb3pdo',
    url: link,
  });
  await user.type(field, 'https://example.ru/receipt');
  await user.click(section.getByRole('button', { name: 'Отправить чек' }));
  expect(await section.findByText(/Вставьте ссылку на чек/)).toBeVisible();
  expect(bodies).toEqual([]);
  await user.clear(field);
  await user.type(field, link);
  release();
  await user.click(section.getByRole('button', { name: 'Отправить чек' }));
  expect(await screen.findByText('Чек получен')).toBeVisible();
  expect(bodies).toEqual([{ receipt: link }]);
});

test('the receipt form precedes the accruals of the payment', async () => {
  openPayment(awaitedReceipt);
  const receipt = await screen.findByRole('region', { name: 'Чек' });
  const content = screen.getByRole('region', { name: 'Состав выплаты' });
  expect(receipt.compareDocumentPosition(content)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('an annulled receipt shows the problem and asks for a new one', async () => {
  openPayment({
    ...awaitedReceipt,
    status: 'annulled',
    problem: 'Партнер аннулировал чек.',
    number: '2001rb3pdo',
  });
  const section = within(await screen.findByRole('region', { name: 'Чек' }));
  expect(section.getByText('Партнер аннулировал чек.')).toBeVisible();
  expect(section.getByText('Чек аннулирован. Пришлите новый.')).toBeVisible();
  expect(section.getByRole('button', { name: 'Отправить чек' })).toBeVisible();
});
