import { type Payment, receiptRoutes } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { approvedPayment, PAYMENTS, serveMoney } from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import PaymentPage from '../page/payment-page.tsx';

const paidPayment: Payment = {
  ...approvedPayment,
  version: 3,
  status: 'paid',
  paid_on: '2026-08-22',
  external_ref: 'ПП-118',
  transferred_kop: 330_000,
};
const returnedPayment: Payment = {
  ...paidPayment,
  version: 4,
  status: 'returned',
  returned_on: '2026-08-23',
  return_reason: 'Счет закрыт',
  transferred_kop: 0,
};

/** Opens a payment and records the returns that are sent. */
function open(payment: Payment) {
  const sent: { key: string | null; body: unknown }[] = [];
  serveMoney({ payments: [payment] });
  respond('get', receiptRoutes.receipts.path, 200, { results: [], next: null, previous: null });
  server.use(
    http.post(`${PAYMENTS}:id/mark-returned/`, async ({ request }) => {
      sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
      serveMoney({ payments: [returnedPayment] });
      return sent.length === 1 ? HttpResponse.error() : HttpResponse.json(returnedPayment);
    }),
  );
  signIn();
  return { ...mount(<PaymentPage id={payment.id} />), sent };
}

async function openDialog(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Банк вернул деньги' }));
  return within(await screen.findByRole('dialog', { name: 'Банк вернул деньги' }));
}

test('a return takes everything by default, and a retry after a lost response repeats the key', async () => {
  const { user, sent } = open(paidPayment);
  const dialog = await openDialog(user);
  expect(dialog.getByText(/переведено 3.300,00.₽\. Начисления снова станут доступны/)).toBeVisible();
  await user.type(dialog.getByLabelText('Номер документа'), 'ПП-7');
  await user.click(dialog.getByRole('button', { name: 'Записать возврат' }));
  expect(await dialog.findByText('Возврат не записан')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Записать возврат' }));
  expect(await screen.findByText('Возврат записан')).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]?.body).toMatchObject({ external_ref: 'ПП-7', amount_kop: 330_000, version: 3 });
});

test('a return needs its number and is at most the transferred sum', async () => {
  const { user, sent } = open(paidPayment);
  const dialog = await openDialog(user);
  const amount = dialog.getByLabelText('Сколько вернул банк');
  await user.clear(amount);
  await user.type(amount, '4000');
  await user.click(dialog.getByRole('button', { name: 'Записать возврат' }));
  expect(await dialog.findByText('Введите номер документа')).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '1000');
  expect(dialog.getByText(/возвращенная часть войдет в следующую\.$/)).toBeVisible();
  expect(sent).toEqual([]);
});

test('a returned payment shows the day and the reason of the return and has no transitions', async () => {
  open(returnedPayment);
  const state = within(await screen.findByRole('region', { name: 'Статус выплаты' }));
  expect(state.getByText('Возвращена банком')).toBeVisible();
  expect(state.getByText('Причина: Счет закрыт')).toBeVisible();
  expect(state.queryByRole('button')).toBeNull();
  expect(screen.getByText('Дата возврата')).toBeVisible();
});

test('a partly returned payment states that the next payment contains the part', async () => {
  open({
    ...paidPayment,
    transferred_kop: 230_000,
    partly_returned_kop: 100_000,
    ...{ transfers: [transfer] },
  });
  const transfers = within(await screen.findByRole('region', { name: 'Переводы банка' }));
  expect(transfers.getByText(/^Банк вернул часть: 1.000,00.₽$/)).toBeVisible();
  expect(transfers.getByText(/^Банк вернул 1.000,00.₽, 23.авг.*, ПП-7$/)).toBeVisible();
  expect(transfers.getByText('Выпиской пока не подтверждено')).toBeVisible();
});

const transfer = {
  id: '01a2b3c4-0000-7000-8000-000000000301',
  kind: 'returned',
  source: 'manual',
  value_date: '2026-08-23',
  document_number: 'ПП-7',
  amount_kop: 100_000,
  reason: '',
  notes: [],
  entered_at: '2026-08-24T08:00:00Z',
  entered_by: 'Иванова М. П.',
  confirmed: [],
};
