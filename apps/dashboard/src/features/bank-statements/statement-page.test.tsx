import type { Payment } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { draftPayment, serveMoney } from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import StatementPage from './statement-page.tsx';

const STATEMENTS = '/api/referral/bank-statements/';
const noLines = { count: 0, amount_kop: 0, tax_kop: 0 };

const statement = {
  id: '01a2b3c4-0000-7000-8000-000000000401',
  name: 'Выписка',
  created_at: '2026-08-21T09:00:00Z',
  accounts: ['40702810938000000001'],
  is_own: true,
  from: '2026-08-21',
  to: '2026-08-21',
  documents: 2,
  foreign: 0,
  repeated: 0,
  unreadable: 0,
  exact: { count: 1, amount_kop: 330_000 },
  doubtful: { count: 1, amount_kop: 330_000 },
  applied: noLines,
  dismissed: noLines,
};
const bankDocument = (id: string, match: 'exact' | 'doubtful', reasons: string[] = []) => ({
  id: `01a2b3c4-0000-7000-8000-00000000050${id}`,
  number: id,
  day: '2026-08-21',
  amount_kop: 330_000,
  payee: 'Смирнов',
  payee_account: '',
  payee_inn: '',
  purpose: 'В-7',
  match,
  state: 'proposed',
  reasons,
  payment: draftPayment as Payment | null,
  candidates: [] as Payment[],
});

type Document = ReturnType<typeof bankDocument>;
/** Serves a statement with these documents: doubtful ones, and dismissed ones. */
function serveStatement(doubtful: readonly Document[], dismissed: readonly Document[] = []) {
  serveMoney({});
  const counted = (documents: readonly Document[]) => ({ count: documents.length, amount_kop: 330_000 });
  respond('get', `${STATEMENTS}${statement.id}/`, 200, {
    ...{ ...statement, exact: noLines },
    ...{ doubtful: counted(doubtful), dismissed: counted(dismissed) },
  });
  server.use(
    http.get(`${STATEMENTS}${statement.id}/documents/`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const results =
        searchParams.get('state') === 'dismissed'
          ? dismissed
          : searchParams.get('match') === 'doubtful'
            ? doubtful
            : [];
      return HttpResponse.json({ results, next: null, previous: null });
    }),
  );
  signIn();
}

test('exact matches are selected by default, doubtful ones are not', async () => {
  serveMoney({});
  respond('get', `${STATEMENTS}${statement.id}/`, 200, statement);
  server.use(
    http.get(`${STATEMENTS}${statement.id}/documents/`, ({ request }) => {
      const match = new URL(request.url).searchParams.get('match');
      const results =
        match === 'exact' ? [bankDocument('1', 'exact')] : [bankDocument('2', 'doubtful', ['Счет другой.'])];
      return HttpResponse.json({ results, next: null, previous: null });
    }),
  );
  const sent: unknown[] = [];
  server.use(
    http.post(`${STATEMENTS}${statement.id}/apply/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ applied: 1, refused: [] });
    }),
  );
  signIn();
  const { user } = mount(<StatementPage id={statement.id} />);
  const doubtful = within(await screen.findByRole('region', { name: 'Нужно проверить' }));
  expect(doubtful.getByText('Счет другой.')).toBeVisible();
  expect(doubtful.getByRole('checkbox')).not.toBeChecked();
  expect(doubtful.getByRole('button', { name: 'Ничего не выбрано' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: /^Отметить 1.выплату$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Отметить 1.выплату на 3.300,00.₽\?$/ }));
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Отметить' }));
  expect(await screen.findByText('Выплаты отмечены')).toBeVisible();
  expect(screen.getByText(/^Отмечено: 1.выплату на 3.300,00.₽$/)).toBeVisible();
  expect(sent).toEqual([{ documents: [bankDocument('1', 'exact').id] }]);
});

test('the confirmation of selected documents names those without a payment, and the page lists refusals', async () => {
  const unclear = { ...bankDocument('6', 'doubtful'), payment: null };
  const clear = bankDocument('5', 'doubtful');
  serveStatement([clear, unclear]);
  respond('post', `${STATEMENTS}${statement.id}/apply/`, 200, {
    applied: 1,
    refused: [{ id: unclear.id, detail: 'Выберите выплату.' }],
  });
  const { user } = mount(<StatementPage id={statement.id} />);
  const region = within(await screen.findByRole('region', { name: 'Нужно проверить' }));
  for (const checkbox of await region.findAllByRole('checkbox')) await user.click(checkbox);
  await user.click(region.getByRole('button', { name: /^Отметить 2.выплаты$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Отметить 1.выплату на 3.300,00.₽\?$/ }));
  expect(dialog.getByText(/^Без выплаты: 1.документ на 3.300,00.₽\. Останутся на проверке/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Отметить' }));
  expect(await screen.findByText(/^Отмечено: 1.выплату на 3.300,00.₽$/)).toBeVisible();
  expect(region.getByText('Выберите выплату.')).toBeVisible();
});

test('documents are declared to be no payments after a confirmation with their count and sum', async () => {
  const document = bankDocument('7', 'doubtful');
  serveStatement([document]);
  const sent: unknown[] = [];
  server.use(
    http.post(`${STATEMENTS}${statement.id}/dismiss/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...statement, exact: noLines });
    }),
  );
  const { user } = mount(<StatementPage id={statement.id} />);
  const region = within(await screen.findByRole('region', { name: 'Нужно проверить' }));
  await user.click(await region.findByRole('checkbox'));
  await user.click(region.getByRole('button', { name: 'Это не выплаты' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: /^Это не выплаты: 1.документ на 3.300,00.₽\?$/ }),
  );
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Это не выплаты' }));
  expect(await screen.findByText(/^1.документ на 3.300,00.₽$/)).toBeVisible();
  server.use(
    http.post(`${STATEMENTS}${statement.id}/restore/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...statement, exact: noLines });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  expect(await screen.findByText('Возвращено на проверку')).toBeVisible();
  expect(sent).toEqual([{ documents: [document.id] }, { documents: [document.id] }]);
});

test('a document that names several payments is assigned to the chosen ones', async () => {
  const second = {
    ...draftPayment,
    id: '01a2b3c4-0000-7000-8000-000000000109',
    number: 'В-9',
    amount_kop: 70_000,
  };
  const document = bankDocument('3', 'doubtful', ['В назначении названо несколько выплат.']);
  serveStatement([{ ...document, amount_kop: 400_000, payment: null, candidates: [draftPayment, second] }]);
  const sent: unknown[] = [];
  let refused: object[] = [{ id: document.id, detail: 'Обновите страницу.' }];
  server.use(
    http.post(`${STATEMENTS}${statement.id}/apply/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ applied: 1, refused });
    }),
  );
  const { user } = mount(<StatementPage id={statement.id} />);
  await user.click(await screen.findByRole('button', { name: 'Выбрать выплаты документа 3' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Какие выплаты оплатил документ' }));
  // The sums of both payments add up to the document.
  for (const checkbox of dialog.getAllByRole('checkbox')) expect(checkbox).toBeChecked();
  await user.click(dialog.getByRole('button', { name: 'Засчитать перевод' }));
  expect(await dialog.findByText('Обновите страницу.')).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: /^В-9 / }));
  expect(dialog.getByText(/^В документе 4.000,00.₽, выбрано на 3.300,00.₽\./)).toBeVisible();
  refused = [];
  await user.click(dialog.getByRole('button', { name: 'Засчитать перевод' }));
  expect(await screen.findByText('Перевод засчитан')).toBeVisible();
  expect(sent).toEqual([
    { documents: [document.id], payments: [draftPayment.id, second.id] },
    { documents: [document.id], payments: [draftPayment.id] },
  ]);
});

test('documents that are no payments can be returned for a check', async () => {
  const document = bankDocument('4', 'doubtful');
  serveStatement([], [document]);
  const sent: unknown[] = [];
  server.use(
    http.post(`${STATEMENTS}${statement.id}/restore/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...statement, exact: noLines });
    }),
  );
  const { user } = mount(<StatementPage id={statement.id} />);
  const dismissed = within(await screen.findByRole('region', { name: 'Не выплаты' }));
  const restore = dismissed.getByRole('button', { name: 'Вернуть на проверку' });
  expect(restore).toBeDisabled();
  await user.click(await dismissed.findByRole('checkbox'));
  await user.click(restore);
  expect(await screen.findByText('Возвращено на проверку')).toBeVisible();
  expect(sent).toEqual([{ documents: [document.id] }]);
});
