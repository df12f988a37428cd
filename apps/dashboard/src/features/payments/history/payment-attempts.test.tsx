import type { Payment, PaymentAttempt, PaymentItem } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { approvedPayment, PAYMENTS, serveMoney } from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import PaymentPage from '../page/payment-page.tsx';

const first: PaymentAttempt = {
  attempt: 1,
  approved_at: '2026-08-20T08:00:00Z',
  approved_by: 'Иванова М. П.',
  amount_kop: 330_000,
  tax_kop: 42_900,
  accruals: 2,
  method: approvedPayment.method,
  purpose: 'Вознаграждение по программе, выплата В-7',
  payee_kind: 'individual',
  payee_inn: '500100732259',
  unknown: [],
  events: [
    {
      ...{ event: 'failed', at: '2026-08-21T09:00:00Z', by: 'Иванова М. П.' },
      ...{ reason: 'Счет закрыт', paid_on: null, external_ref: '' },
    },
  ],
  files: [
    {
      ...{ id: '01a2b3c4-0000-7000-8000-000000000601', name: 'Реестр Р-7.csv', line: 3 },
      ...{ at: '2026-08-20T09:40:00Z', by: 'Иванова М. П.' },
      registry: { id: '01a2b3c4-0000-7000-8000-000000000602', number: 'Р-7' },
    },
  ],
};
const second: PaymentAttempt = {
  ...first,
  attempt: 2,
  approved_at: '2026-08-22T08:00:00Z',
  approved_by: null,
  tax_kop: 0,
  method: null,
  purpose: null,
  payee_kind: null,
  payee_inn: null,
  unknown: [
    { field: 'method', cause: 'replaced' },
    { field: 'purpose', cause: 'not_recorded' },
    { field: 'payee_inn', cause: 'changed' },
  ],
  events: [
    {
      ...{ event: 'paid', at: '2026-08-24T08:00:00Z', by: null },
      ...{ reason: '', paid_on: '2026-08-23', external_ref: 'ПП 7' },
    },
  ],
  files: [],
};

const item: PaymentItem = {
  id: '01a2b3c4-0000-7000-8000-000000000501',
  number: 'Н-21',
  kind: 'bonus',
  lead: null,
  sale: null,
  explanation: 'За встречу',
  amount_kop: 130_000,
  added_at: '2026-08-20T08:00:00Z',
  removed_at: '2026-08-21T09:00:00Z',
  removed_by: 'Иванова М. П.',
};

function open(payment: Payment, data: Parameters<typeof serveMoney>[0] = {}) {
  signIn();
  serveMoney({ payments: [payment], ...data });
  return mount(<PaymentPage id={payment.id} />);
}

test('each attempt shows its requisites, its author and the words of the bank', async () => {
  open(approvedPayment, { attempts: [first, second] });
  const attempts = within(await screen.findByRole('region', { name: 'Попытки' }));
  expect(await attempts.findByText('Попытка 1')).toBeVisible();
  expect(attempts.getByText('Утверждена 20 авг 2026, 11:00, Иванова М. П.', TEXT)).toBeVisible();
  expect(attempts.getByText(/^СБП, \+7 916 123-.45-.67, Т-.Банк$/)).toBeVisible();
  expect(attempts.getByText('К перечислению')).toBeVisible();
  expect(attempts.getByText('500100732259')).toBeVisible();
  const outcome = within(attempts.getByRole('list', { name: 'Что стало с попыткой 1' }));
  expect(outcome.getByText('Перевод не прошел')).toBeVisible();
  expect(outcome.getByText('Причина: Счет закрыт')).toBeVisible();
  expect(attempts.getByText('Выплачена, 23 авг 2026, ПП 7', TEXT)).toBeVisible();
});

test('an attempt names its bank files with the line of the payment', async () => {
  open(approvedPayment, { attempts: [first, second] });
  const attempts = within(await screen.findByRole('region', { name: 'Попытки' }));
  expect(await attempts.findByText('Реестр Р-7.csv, строка 3', TEXT)).toBeVisible();
  expect(attempts.getByText('Скачан 20 авг 2026, 12:40, Иванова М. П.', TEXT)).toBeVisible();
  expect(attempts.getAllByText('Файлы')).toHaveLength(1);
});

/** Dates contain no-break spaces. */
const TEXT = { normalizer: (text: string) => text.replaceAll(/\s/g, ' ') };

test('values of older attempts that are unknown are named with the cause', async () => {
  open(approvedPayment, { attempts: [second] });
  const attempts = within(await screen.findByRole('region', { name: 'Попытки' }));
  expect(await attempts.findByText('Не сохранились: их заменила следующая попытка')).toBeVisible();
  expect(attempts.getByText('Нет данных: карточку потом изменили')).toBeVisible();
});

test('a failed read of the attempts can be repeated and leaves the payment usable', async () => {
  let isBroken = true;
  const { user } = open(approvedPayment);
  server.use(
    http.get(`${PAYMENTS}:id/attempts/`, () =>
      isBroken ? HttpResponse.json({}, { status: 500 }) : HttpResponse.json({ results: [first] }),
    ),
  );
  const attempts = within(await screen.findByRole('region', { name: 'Попытки' }));
  const retry = await attempts.findByRole('button', { name: 'Повторить' });
  expect(screen.getByRole('button', { name: 'Отметить выплаченной' })).toBeVisible();
  isBroken = false;
  await user.click(retry);
  expect(await attempts.findByText('Попытка 1')).toBeVisible();
});

test('a canceled payment shows its former accruals', async () => {
  open({ ...approvedPayment, status: 'canceled', cancel_reason: 'Так решили' }, { formerItems: [item] });
  const content = within(await screen.findByRole('region', { name: 'Состав выплаты' }));
  expect(await content.findByText('Бонус: за встречу')).toBeVisible();
  expect(content.getByText('Было в выплате')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Убранные начисления' })).toBeNull();
});

test('accruals that an edit took out are listed with the time and the employee', async () => {
  open(approvedPayment, { removedItems: [item] });
  const removed = within(await screen.findByRole('region', { name: 'Убранные начисления' }));
  expect(removed.getByText('Н-21', { exact: false })).toBeVisible();
  expect(removed.getAllByText('21 авг 2026, 12:00, Иванова М. П.', TEXT)[0]).toBeVisible();
});
