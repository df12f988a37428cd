import type { FileDownload } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { download, LAST_DOWNLOAD } from '@/testing/data/payouts/downloads.ts';
import { approvedPayment, PAYMENTS, serveMoney } from '@/testing/data/payouts/payments.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import PaymentPage from './payment-page.tsx';

const WARNING =
  /^Файл скачан 21.авг.2026, 12:40, Иванова А. П.; отмените, только если он не загружен в банк$/;

async function openPayment(
  last_download: typeof LAST_DOWNLOAD | null,
  downloads: readonly FileDownload[] = [],
) {
  serveMoney({ payments: [{ ...approvedPayment, last_download } as typeof approvedPayment], downloads });
  signIn();
  const app = mount(<PaymentPage id={approvedPayment.id} />);
  await screen.findByRole('heading', { level: 1, name: 'Выплата В-7' });
  return app;
}

test('positions that make no bank files do not see the downloads', async () => {
  serveMoney({ payments: [approvedPayment], downloads: [download] });
  signIn({ ...anna, position: 'manager', permissions: ['payments'] });
  mount(<PaymentPage id={approvedPayment.id} />);
  await screen.findByRole('heading', { level: 1, name: 'Выплата В-7' });
  expect(screen.queryByText('Скачанные файлы')).not.toBeInTheDocument();
});

test('a payment whose file was downloaded is cancelled only with the checkbox', async () => {
  const { user } = await openPayment(LAST_DOWNLOAD, [download]);
  expect(await screen.findByRole('region', { name: 'Скачанные файлы' })).toBeVisible();
  const sent: unknown[] = [];
  server.use(
    http.post(`${PAYMENTS}:id/cancel/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...approvedPayment, status: 'canceled' });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Отменить выплату' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отменить выплату?' }));
  expect(dialog.getByText(WARNING)).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Причина' }), 'Дубль');
  await user.click(dialog.getByRole('button', { name: 'Отменить выплату' }));
  expect(dialog.getByText('Отметьте, если это так. Иначе дождитесь ответа банка')).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: 'Файл не загружен в банк' }));
  await user.click(dialog.getByRole('button', { name: 'Отменить выплату' }));
  expect(await screen.findByText('Выплата отменена')).toBeVisible();
  expect(sent).toEqual([{ reason: 'Дубль', version: 2, file_not_uploaded: true }]);
});

test('a download by another employee while the dialog is open adds the checkbox', async () => {
  const { user } = await openPayment(null);
  const detail = 'Файл скачан 12:40, Иванова А. П.; отмените, только если он не загружен в банк.';
  respond('post', `${PAYMENTS}:id/cancel/`, 409, { detail, code: 'file_downloaded' });
  await user.click(await screen.findByRole('button', { name: 'Отменить выплату' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отменить выплату?' }));
  expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: 'Причина' }), 'Дубль');
  serveMoney({ payments: [{ ...approvedPayment, last_download: LAST_DOWNLOAD } as typeof approvedPayment] });
  await user.click(dialog.getByRole('button', { name: 'Отменить выплату' }));
  expect(await dialog.findByRole('checkbox', { name: 'Файл не загружен в банк' })).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Причина' })).toHaveValue('Дубль');
});
