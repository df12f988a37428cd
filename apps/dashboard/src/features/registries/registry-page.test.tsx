import type { Registry } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { draftPayment } from '@/testing/data/payouts/payments.ts';
import { REGISTRIES, registry, serveRegistry } from '@/testing/data/payouts/registries.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import RegistryPage from './registry-page.tsx';

async function open(one: Registry, changes?: string[]) {
  serveRegistry(one, changes);
  signIn();
  const app = mount(<RegistryPage id={one.id} />);
  await screen.findByRole('heading', { level: 1, name: `Реестр ${one.number}` });
  return app;
}

test('a draft lists missing requisites of the organization and of each payment', async () => {
  const problem = 'Заполните реквизиты организации: банк.';
  serveRegistry({ ...registry, kind: 'bank_account' });
  respond('get', `${REGISTRIES}${registry.id}/`, 200, { ...registry, kinds: [], problem });
  const line = { payment: draftPayment, state: 'open', amount_kop: 330_000, changes: [] };
  respond('get', `${REGISTRIES}${registry.id}/payments/`, 200, {
    results: [{ ...line, problems: ['Не хватает реквизитов: корр. счет банка.'] }],
    next: null,
    previous: null,
  });
  signIn();
  mount(<RegistryPage id={registry.id} />);
  expect(await screen.findByText(problem)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Открыть настройки организации' })).toHaveAttribute(
    'href',
    '/profile/organization',
  );
  expect(await screen.findByText('Не хватает реквизитов: корр. счет банка.')).toBeVisible();
});

test('a payment changed since forming is marked and can be removed from the registry', async () => {
  const { user } = await open(registry, ['Сумма была 3 300,00 ₽, стала 1 000,00 ₽.']);
  expect(await screen.findByText(/Сумма была/)).toBeVisible();
  const removed: unknown[] = [];
  server.use(
    http.post(`${REGISTRIES}:id/remove/`, async ({ request }) => {
      removed.push(await request.json());
      return HttpResponse.json({ ...registry, kinds: [] });
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Убрать из реестра: В-/ }));
  expect(await screen.findByText('Убрана из реестра')).toBeVisible();
  expect(removed).toEqual([{ payments: [draftPayment.id], version: 1 }]);
});

test('an approval shows the number and the sum first and lists all blockers', async () => {
  const { user } = await open(registry);
  respond('post', `${REGISTRIES}${registry.id}/approve/`, 409, {
    detail: 'Реестр не утвержден.',
    code: 'blocked',
    blockers: [
      { code: 'a', detail: 'В-7, Смирнов. Партнер не активен.' },
      { code: 'b', detail: 'В-8, Орлов. Реквизиты партнера изменились.' },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Утвердить' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Утвердить реестр ${registry.number}?` }));
  expect(dialog.getByText(/выплат.* на .*₽/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Утвердить' }));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getAllByRole('listitem')).toHaveLength(2);
});

test('marking as sent names the payments and the exceptions before and the result after', async () => {
  const { lines } = registry;
  const paid = { count: 2, amount_kop: 100_000, tax_kop: 0 };
  const { user } = await open({
    ...registry,
    status: 'approved',
    approved_at: '2026-08-21T10:00:00Z',
    lines: { ...lines, paid },
  });
  const bodies: unknown[] = [];
  server.use(
    http.post(`${REGISTRIES}:id/send/`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...registry, status: 'sent', kinds: [] });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Отметить отправленным' }));
  const dialog = within(
    await screen.findByRole('dialog', {
      name: /^Отметить реестр Р-7 отправленным: 1.выплата на 3.300,00.₽\?$/,
    }),
  );
  expect(dialog.getByText(/^Уже выплачены: 2.выплаты на 1.000,00.₽\.$/)).toBeVisible();
  expect(bodies).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Отметить отправленным' }));
  expect(await screen.findByText('Реестр в банке')).toBeVisible();
  expect(screen.getByText(/^Реестр Р-7: 1.выплата на 3.300,00.₽$/)).toBeVisible();
  expect(bodies).toEqual([{ version: 1 }]);
});

test('a draft has no column of requisites, which are frozen on approval', async () => {
  await open(registry);
  const table = await screen.findByRole('table', { name: 'Выплаты реестра' });
  const columns = within(table).getAllByRole('columnheader');
  expect(columns.map(({ textContent }) => textContent)).toEqual(['Выплата', 'Статус', 'Сумма', '']);
});

test('a file that is not a statement is refused with the server’s message and can be replaced', async () => {
  const { user } = await open({ ...registry, status: 'sent', approved_at: '2026-08-21T10:00:00Z' });
  respond('post', '/api/referral/bank-statements/', 400, { data: ['Это не выписка в формате 1С.'] });
  await screen.findByRole('button', { name: 'Загрузить выписку' });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(input, new File(['нет'], 'a.txt', { type: 'text/plain' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Это не выписка в формате 1С.');
  expect(screen.getByRole('button', { name: 'Загрузить выписку' })).toBeEnabled();
});
