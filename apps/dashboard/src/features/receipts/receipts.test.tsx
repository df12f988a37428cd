import type { Receipt, Reminders } from '@referral-dashboard/api-contract';
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

const nobody = { count: 0, partners: [] };
const noReminders: Reminders = { remindable: nobody, reminded_today: nobody, without_sign_in: nobody };

function openReceipts(results: readonly Receipt[], checks = taxChecks, reminders = noReminders) {
  serveMoney({});
  respond('get', RECEIPTS, 200, { results, next: null, previous: null });
  respond('get', `${RECEIPTS}counts/`, 200, { ...noReceipts, all: results.length });
  respond('get', TAX_CHECKS, 200, { ...checks });
  respond('get', `${RECEIPTS}remind/`, 200, reminders);
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

test('a reminder names its partners and exceptions before and after, and a double click sends one request', async () => {
  const group = (...names: string[]) => ({
    count: names.length,
    partners: names.map((name, index) => ({ id: `01a2b3c4-0000-7000-8000-00000000020${index}`, name })),
  });
  const withoutSignIn = group('Волков Олег', 'Громов Илья');
  const reminders = {
    remindable: group('Арбузов Павел', 'Белова Анна'),
    reminded_today: group('Дроздов Петр'),
    without_sign_in: withoutSignIn,
  };
  const { user } = openReceipts([awaitedReceipt], taxChecks, reminders);
  let remindCount = 0;
  server.use(
    http.post(`${RECEIPTS}remind/`, async () => {
      remindCount += 1;
      return HttpResponse.json({ reminded: group('Арбузов Павел'), without_sign_in: withoutSignIn });
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Напомнить: 2.партнерам$/ }));

  const dialog = within(await screen.findByRole('dialog', { name: /^Напомнить 2.партнерам о чеках\?$/ }));
  expect(dialog.getByText('Белова Анна')).toBeVisible();
  expect(dialog.getByText(/^2.партнера без входа: напомните сами$/)).toBeVisible();
  expect(dialog.getByText('Громов Илья')).toBeVisible();
  expect(dialog.getByText(/^Сегодня уже напомнили 1.партнеру: Дроздов Петр$/)).toBeVisible();
  await user.dblClick(dialog.getByRole('button', { name: /^Напомнить 2.партнерам$/ }));

  const result = within(await screen.findByRole('dialog', { name: /^Напомнили 1.партнеру$/ }));
  expect(result.getByText('Арбузов Павел')).toBeVisible();
  expect(result.queryByText('Белова Анна')).not.toBeInTheDocument();
  expect(result.getByText('Волков Олег')).toBeVisible();
  expect(remindCount).toBe(1);
});

test('when a reminder reaches no partner, the dialog names those to remind personally and sends nothing', async () => {
  const without_sign_in = { count: 1, partners: [{ id: awaitedReceipt.id, name: 'Волков Олег' }] };
  const { user } = openReceipts([awaitedReceipt], taxChecks, { ...noReminders, without_sign_in });
  await user.click(await screen.findByRole('button', { name: 'Кому напомнить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Сейчас напоминать некому' }));
  expect(dialog.getByText('Волков Олег')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /Напомнить/ })).not.toBeInTheDocument();
});

test('an empty list explains when the first receipt appears', async () => {
  openReceipts([], { ...taxChecks, is_asked: false, waiting: 0 });
  expect(await screen.findByText('Чеков пока нет')).toBeVisible();
  expect(screen.getByText('Проверка статусов в налоговой не подключена на этом сервере.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Проверить статусы' })).not.toBeInTheDocument();
});
