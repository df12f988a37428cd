import type { Payment, Registry } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { ORGANIZATION } from '@/shared/product.ts';
import { createPayable, draftPayment, serveMoney } from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import StatementPage from '../bank/statement-page.tsx';
import { Payments } from '../payments.tsx';
import RegistryPage from './registry-page.tsx';

const REGISTRIES = '/api/referral/registries/';
const STATEMENTS = '/api/referral/bank-statements/';
const noLines = { count: 0, amount_kop: 0, tax_kop: 0 };

const registry: Registry = {
  id: '01a2b3c4-0000-7000-8000-000000000301',
  number: 'Р-7',
  version: 1,
  kind: 'sbp',
  status: 'draft',
  payments: 1,
  amount_kop: 330_000,
  tax_kop: 0,
  lines: {
    open: { count: 1, amount_kop: 330_000, tax_kop: 0 },
    paid: noLines,
    failed: noLines,
    returned: noLines,
    out: noLines,
  },
  created_by: 'Иванова А. П.',
  created_at: '2026-08-21T09:00:00Z',
  updated_at: '2026-08-21T09:00:00Z',
  approved_at: null,
  sent_at: null,
  closed_at: null,
  cancel_reason: '',
};

function serveRegistry(one: Registry, changes: string[] = []) {
  serveMoney({});
  const line = { payment: draftPayment, state: 'open', amount_kop: 330_000, changes };
  respond('get', `${REGISTRIES}${one.id}/`, 200, { ...one, kinds: [] });
  respond('get', `${REGISTRIES}${one.id}/payments/`, 200, { results: [line], next: null, previous: null });
  respond('get', '/api/referral/bank-files/', 200, {
    purpose_code: '1',
    plain_number_sign: false,
    plain_dash: false,
    templates: [],
  });
}

async function open(one: Registry, changes?: string[]) {
  serveRegistry(one, changes);
  signIn();
  const app = mount(<RegistryPage id={one.id} />);
  await screen.findByRole('heading', { level: 1, name: `Реестр ${one.number}` });
  return app;
}

test('selected partners form a registry, and its page opens', async () => {
  const smirnov = createPayable('Смирнов', 330_000);
  serveRegistry(registry);
  const sent: unknown[] = [];
  server.use(
    http.post(REGISTRIES, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ results: [registry], skipped: [] }, { status: 201 });
    }),
  );
  serveMoney({ payables: [smirnov] });
  signIn();
  const { user, path } = mount(<Payments role={ORGANIZATION} payoutMethods={() => null} />, '/payments');
  await user.click(await screen.findByRole('checkbox', { name: 'Выбрать: Смирнов' }));
  await user.click(await screen.findByRole('button', { name: 'В реестр' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Сформировать реестр' }));
  await user.click(dialog.getByRole('button', { name: 'Сформировать реестр' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Реестр Р-7' })).toBeVisible();
  expect(path()).toBe(`/payments?tab=registries&registry=${registry.id}`);
  expect(sent).toEqual([{ partners: [smirnov.partner.id] }]);
});

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

test('a draft has no column of requisites, which are frozen on approval', async () => {
  await open(registry);
  const table = await screen.findByRole('table', { name: 'Выплаты реестра' });
  const columns = within(table).getAllByRole('columnheader');
  expect(columns.map(({ textContent }) => textContent)).toEqual(['Выплата', 'Статус', 'Сумма', '']);
});

test('a file that is not a statement is refused with the server’s message and can be replaced', async () => {
  const { user } = await open({ ...registry, status: 'sent', approved_at: '2026-08-21T10:00:00Z' });
  respond('post', STATEMENTS, 400, { data: ['Это не выписка в формате 1С.'] });
  await screen.findByRole('button', { name: 'Загрузить выписку' });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(input, new File(['нет'], 'a.txt', { type: 'text/plain' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Это не выписка в формате 1С.');
  expect(screen.getByRole('button', { name: 'Загрузить выписку' })).toBeEnabled();
});

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
  expect(await screen.findByText('Выплаты отмечены')).toBeVisible();
  expect(sent).toEqual([{ documents: [bankDocument('1', 'exact').id] }]);
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
