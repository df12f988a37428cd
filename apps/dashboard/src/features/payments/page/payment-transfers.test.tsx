import type { Transfer } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { approvedPayment, serveMoney } from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import PaymentPage from './payment-page.tsx';

const manual: Transfer = {
  id: '01a2b3c4-0000-7000-8000-000000000301',
  kind: 'sent',
  source: 'manual',
  value_date: '2026-08-23',
  document_number: 'ПП 7',
  amount_kop: 330_000,
  reason: '',
  notes: [],
  entered_at: '2026-08-24T08:00:00Z',
  entered_by: 'Иванова М. П.',
  confirmed: [],
};

async function open(more: object, transfers: readonly Transfer[]) {
  signIn();
  serveMoney({ payments: [{ ...approvedPayment, ...more, ...{ transfers } }] });
  mount(<PaymentPage id={approvedPayment.id} />);
  return within(await screen.findByRole('region', { name: 'Переводы банка' }));
}

const paid = { status: 'paid', paid_on: '2026-08-23', external_ref: 'ПП 7', transferred_kop: 330_000 };

test('a manual transfer shows the day of the bank, the time of entry, its author and that no statement confirms it', async () => {
  const transfers = await open(paid, [manual]);
  expect(transfers.getByText(/^Переведено 3.300,00.₽, 23.авг.*, ПП 7$/)).toBeVisible();
  expect(transfers.getByText(/^Отмечено вручную 24.авг.*, Иванова М\. П\.$/)).toBeVisible();
  expect(transfers.getByText('Выпиской пока не подтверждено')).toBeVisible();
});

test('a confirmed transfer names its bank document', async () => {
  const confirmed = [{ document_number: 'ПП 12', value_date: '2026-08-23', amount_kop: 330_000 }];
  const transfers = await open(paid, [{ ...manual, confirmed }]);
  expect(transfers.getByText(/^Подтверждено выпиской: ПП 12, 23.авг[^₽]*$/)).toBeVisible();
  expect(transfers.queryByText(/не подтверждено/)).toBeNull();
});

test('a transfer that a statement confirms in part shows the unconfirmed sum', async () => {
  const confirmed = [{ document_number: 'ПП 12', value_date: '2026-08-23', amount_kop: 130_000 }];
  const transfers = await open(paid, [{ ...manual, confirmed }]);
  expect(transfers.getByText(/^Подтверждено выпиской: ПП 12, 23.авг.*, 1.300,00.₽$/)).toBeVisible();
  expect(transfers.getByText(/^Выпиской пока не подтверждено 2.000,00.₽$/)).toBeVisible();
});

test('a surplus is shown as a debt with its cause', async () => {
  const note = 'Лишний перевод по выплате: 3 300,00 ₽. Это долг партнера.';
  const second = { ...manual, id: '01a2b3c4-0000-7000-8000-000000000302', notes: [note] };
  const transfers = await open({ ...paid, transferred_kop: 660_000, overpaid_kop: 330_000 }, [
    manual,
    second,
  ]);
  expect(transfers.getByText(/^Лишнее: 3.300,00.₽$/)).toBeVisible();
  expect(transfers.getByText(note)).toBeVisible();
});

test('a partial transfer shows how much is missing', async () => {
  const transfers = await open({ transferred_kop: 130_000 }, [
    { ...manual, source: 'statement', amount_kop: 130_000 },
  ]);
  expect(transfers.getByText(/^Переведено 1.300,00.₽ из 3.300,00.₽$/)).toBeVisible();
});
