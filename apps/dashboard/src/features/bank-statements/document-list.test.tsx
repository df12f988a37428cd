import type { ListedBankDocument } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { serveMoney } from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import DocumentList from './document-list.tsx';

const DOCUMENTS = '/api/referral/bank-documents/';

const applied: ListedBankDocument = {
  id: '01a2b3c4-0000-7000-8000-000000000601',
  number: '201',
  is_return: false,
  day: '2026-08-21',
  amount_kop: 330_000,
  payee: 'Смирнов Олег Игоревич',
  payee_account: '40702810938000000001',
  payee_inn: '',
  purpose: 'В-7',
  match: 'exact',
  state: 'applied',
  reasons: [],
  payments: [{ id: '01a2b3c4-0000-7000-8000-000000000101', number: 'В-7' }],
  statement: { id: '01a2b3c4-0000-7000-8000-000000000401', name: 'kl_to_1c.txt' },
  uploaded_at: '2026-08-22T08:00:00Z',
  decided_at: '2026-08-23T08:05:00Z',
  decided_by: 'Иванова М. П.',
  notes: ['Лишний перевод по выплате: 3 300,00 ₽. Это долг партнера.'],
};

/** Mounts the list and collects the queries of its requests. */
function open(results: readonly ListedBankDocument[], path = '/payments?tab=bank') {
  const queries: string[] = [];
  serveMoney({});
  server.use(
    http.get(`${DOCUMENTS}counts/`, () =>
      HttpResponse.json({ all: results.length, proposed: 0, applied: results.length, dismissed: 0 }),
    ),
    http.get(DOCUMENTS, ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json({ results, next: null, previous: null });
    }),
  );
  signIn();
  return { ...mount(<DocumentList header={null} />, path), queries };
}

test('a document shows the day of the bank, the time of the decision and the employee', async () => {
  open([applied]);
  const table = within(await screen.findByRole('table'));
  const row = within(await table.findByRole('row', { name: /Смирнов/ }));
  expect(row.getByText('№ 201')).toBeVisible();
  expect(row.getByText('В-7')).toBeVisible();
  expect(row.getByText(/^21.авг.2026$/)).toBeVisible();
  expect(row.getByText(/^23.авг.2026$/)).toBeVisible();
  expect(row.getByText('11:05')).toBeVisible();
  expect(row.getByText('Иванова М. П.')).toBeVisible();
  expect(row.getByText('Есть замечание')).toBeVisible();
  expect(row.getByRole('link')).toHaveAttribute(
    'href',
    expect.stringContaining(`statement=${applied.statement.id}`),
  );
});

test('both dates are filters of the list', async () => {
  const { queries } = open(
    [applied],
    '/payments?tab=bank&day_from=2026-08-01&day_to=2026-08-31&decided_from=2026-09-01',
  );
  expect(await screen.findByRole('table')).toBeVisible();
  expect(queries[0]).toContain('day_from=2026-08-01');
  expect(queries[0]).toContain('day_to=2026-08-31');
  expect(queries[0]).toContain('decided_from=2026-09-01');
  expect(screen.getAllByText(/^Дата в банке: /)[0]).toBeVisible();
});

test('an empty list explains where documents come from', async () => {
  open([]);
  expect(await screen.findByText('Документов банка пока нет')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Загрузить выписку' })).not.toHaveLength(0);
});

test('a refused file is reported above the list and not in the heading', async () => {
  const { user } = open([applied]);
  expect(await screen.findByRole('table')).toBeVisible();
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  if (input === undefined) throw new Error('the page has no file input');
  await user.upload(input, new File([], 'empty.txt', { type: 'text/plain' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Файл пуст или больше 18 МБ.');
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading.parentElement).not.toContainElement(alert);
});
