import type { Receipt } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { serveMoney } from '@/testing/data/payouts/payments.ts';
import { awaitedReceipt } from '@/testing/data/payouts/receipts.ts';
import { RECEIPTS, TAX_CHECKS, taxChecks } from '@/testing/data/payouts/tax-status.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import Receipts from './receipts.tsx';

const noReceipts = { all: 0, awaited: 0, mismatched: 0, annulled: 0, received: 0, to_annul: 0, closed: 0 };

function openReceipts(results: readonly Receipt[], checks = taxChecks) {
  serveMoney({});
  respond('get', RECEIPTS, 200, { results, next: null, previous: null });
  respond('get', `${RECEIPTS}counts/`, 200, { ...noReceipts, all: results.length });
  respond('get', TAX_CHECKS, 200, { ...checks });
  signIn();
  return mount(<Receipts header={null} />);
}

test('the list shows missing and mismatched receipts with their problems', async () => {
  const mismatched = { ...awaitedReceipt, id: '01a2b3c4-0000-7000-8000-000000000102' };
  openReceipts([
    { ...awaitedReceipt, is_late: true },
    { ...mismatched, status: 'mismatched', problem: 'В чеке 1,00 ₽, выплачено 3 300,00 ₽.' },
  ]);
  expect(await screen.findByText('Срок прошел')).toBeVisible();
  const table = within(screen.getByRole('table'));
  expect(table.getByText('Ожидается')).toBeVisible();
  expect(table.getByText('Не сходится')).toBeVisible();
  expect(table.getByText('В чеке 1,00 ₽, выплачено 3 300,00 ₽.')).toBeVisible();
  expect(screen.getByText('Проверено 12 из 40')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Проверить статусы' })).toBeDisabled();
});

test('one click reminds all partners, and a double click sends one request', async () => {
  const { user } = openReceipts([awaitedReceipt]);
  let remindCount = 0;
  server.use(
    http.post(`${RECEIPTS}remind/`, async () => {
      remindCount += 1;
      return HttpResponse.json({ reminded: 3 });
    }),
  );
  await user.dblClick(await screen.findByRole('button', { name: 'Напомнить всем' }));

  expect(await screen.findByText(/^3.партнерам$/)).toBeVisible();
  expect(remindCount).toBe(1);
});

test('an empty list explains when the first receipt appears', async () => {
  openReceipts([], { ...taxChecks, is_asked: false, waiting: 0 });
  expect(await screen.findByText('Чеков пока нет')).toBeVisible();
  expect(screen.getByText('Проверка статусов в налоговой не подключена на этом сервере.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Проверить статусы' })).not.toBeInTheDocument();
});
