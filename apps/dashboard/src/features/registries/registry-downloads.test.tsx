import type { FileDownload, Registry } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { download, LAST_DOWNLOAD } from '@/testing/data/payouts/downloads.ts';
import { serveMoney } from '@/testing/data/payouts/payments.ts';
import { registry as draft, REGISTRIES, serveRegistry } from '@/testing/data/payouts/registries.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import RegistryPage from './registry-page.tsx';

const registry: Registry = { ...draft, status: 'approved', approved_at: '2026-08-21T09:30:00Z' };

async function openRegistry(downloads: readonly FileDownload[], more: object = {}) {
  serveRegistry({ ...registry, ...more });
  serveMoney({ downloads });
  signIn();
  const app = mount(<RegistryPage id={registry.id} />);
  await screen.findByRole('heading', { level: 1, name: 'Реестр Р-7' });
  return app;
}

test('a registry lists its downloaded files, and one can be downloaded again', async () => {
  const erased = { ...download, id: '01a2b3c4-0000-7000-8000-000000000402', is_kept: false };
  const { user } = await openRegistry([download, erased]);
  const list = within(await screen.findByRole('region', { name: 'Скачанные файлы' }));
  expect(await list.findAllByText(/21.авг.2026, 12:40, Иванова А. П./)).not.toHaveLength(0);
  expect(list.getByText('Удален: прошло 3 года')).toBeVisible();
  const requested: string[] = [];
  server.use(
    http.get('/api/referral/file-downloads/:id/', ({ params }) => {
      requested.push(String(params['id']));
      return HttpResponse.json({ detail: 'Объект не найден.' }, { status: 404 });
    }),
  );
  await user.click(
    list.getByRole('button', { name: /^Скачать снова: Платежные поручения \(1С\), реестр Р-7/ }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Объект не найден.');
  expect(requested).toEqual([download.id]);
});

test('nothing is listed before the first download', async () => {
  await openRegistry([]);
  expect(screen.queryByRole('region', { name: 'Скачанные файлы' })).not.toBeInTheDocument();
});

test('a registry names the number of its payments and sends the confirmation', async () => {
  const open = { count: 12, amount_kop: 330_000, tax_kop: 0 };
  const { user } = await openRegistry([download], {
    last_download: LAST_DOWNLOAD,
    lines: { ...registry.lines, open },
  });
  const sent: unknown[] = [];
  server.use(
    http.post(`${REGISTRIES}:id/cancel/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...registry, status: 'canceled', kinds: [] });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Отменить реестр' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отменить реестр?' }));
  expect(dialog.getByText(/Иванова А. П., в нем 12.выплат; отмените/)).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Причина' }), 'Дубль');
  await user.click(dialog.getByRole('checkbox', { name: 'Файл не загружен в банк' }));
  await user.click(dialog.getByRole('button', { name: 'Отменить реестр' }));
  await waitFor(() => expect(sent).toEqual([{ reason: 'Дубль', version: 1, file_not_uploaded: true }]));
});
