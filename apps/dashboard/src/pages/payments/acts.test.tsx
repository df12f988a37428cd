import type { Act } from '@referral-dashboard/api-contract';
import { cleanup, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { ORGANIZATION } from '@/shared/product.ts';
import { ACTS, issuedAct } from '@/testing/data/payouts/acts.ts';
import { draftPayment, serveMoney } from '@/testing/data/payouts/payments.ts';
import { partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server, urls } from '@/testing/server.ts';
import { Payments } from './payments-section.tsx';

const ONE = `${ACTS}${issuedAct.id}/`;
const objected = { ...issuedAct, version: 2, status: 'objected', objection: 'Сумма другая' } as const;

/** Mocks the list of acts. */
function serveActs(results: readonly Act[]) {
  serveMoney({});
  respond('get', ACTS, 200, { results, next: null, previous: null });
  const noActs = { issued: 0, confirmed: 0, objected: 0, replaced: 0, annulled: 0 };
  respond('get', `${ACTS}counts/`, 200, { ...noActs, all: results.length });
}

function signInAsPartner() {
  signIn(partner);
  respond('get', urls.me, 200, partner);
}

test('the list shows the status of each act and the text of an objection', async () => {
  serveActs([issuedAct, { ...objected, id: '01a2b3c4-0000-7000-8000-000000000302', number: 'А-8' }]);
  signIn();
  mount(<Payments role={ORGANIZATION} payoutMethods={() => null} />, '/payments?tab=acts');
  expect(await screen.findByText('Сумма другая')).toBeVisible();
  const table = within(screen.getByRole('table'));
  expect(table.getByText('Ждет подтверждения')).toBeVisible();
  expect(table.getByText('А-8, июль 2026')).toBeVisible();
});

test('an act of an individual shows the tax included in its amount', async () => {
  serveActs([{ ...issuedAct, tax_kop: 130_000 }]);
  signIn();
  mount(<Payments role={ORGANIZATION} payoutMethods={() => null} />, '/payments?tab=acts');
  const table = within(await screen.findByRole('table'));
  expect(await table.findByText(/^в том числе НДФЛ 1.300,00.₽$/)).toBeVisible();
});

const plan = {
  made: 2,
  amount_kop: 3_450_000,
  kept: 1,
  results: [],
  skipped: [{ name: 'Ёлкин Олег', detail: 'Вид договора в карточке не подходит самозанятому.' }],
};

test('forming acts names count, sum and left out partners before and after, and sends one request', async () => {
  serveActs([]);
  signIn();
  respond('post', ACTS, 201, plan);
  const { user } = mount(<Payments role={ORGANIZATION} payoutMethods={() => null} />, '/payments?tab=acts');
  await screen.findByText('Актов пока нет');
  await user.click(screen.getByRole('button', { name: 'Сформировать за месяц' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/Будет 2.акта на 34.500,00.₽/)).toBeVisible();
  expect(dialog.getByText('Без акта останутся')).toBeVisible();
  expect(dialog.getByText(/Ёлкин Олег\. Вид договора/)).toBeVisible();
  const { bodies, release } = holdResponse('post', ACTS, plan);
  const month = dialog.getByLabelText<HTMLSelectElement>('За месяц');
  expect(month.options).toHaveLength(12);
  await user.dblClick(dialog.getByRole('button', { name: /^Сформировать 2.акта$/ }));
  release();
  expect(await screen.findByText(/Сформировано: 2.акта на 34.500,00.₽/)).toBeVisible();
  expect(screen.getByText(/Ёлкин Олег\. Вид договора/)).toBeVisible();
  expect(bodies).toEqual([{ month: month.value }]);
});

test('a refused month is reported at its field', async () => {
  serveActs([]);
  signIn();
  const { user } = mount(<Payments role={ORGANIZATION} payoutMethods={() => null} />, '/payments?tab=acts');
  await screen.findByText('Актов пока нет');
  respond('post', ACTS, 400, { month: ['Месяц еще не закончился: акт формируют по его итогам.'] });
  await user.click(screen.getByRole('button', { name: 'Сформировать за месяц' }));
  expect(await screen.findByText('Месяц еще не закончился: акт формируют по его итогам.')).toBeVisible();
});

test('a partner can confirm an act', async () => {
  respond('get', ONE, 200, issuedAct);
  signInAsPartner();
  const { user } = mount(
    <Payments role={ORGANIZATION} payoutMethods={() => null} />,
    `/payments?tab=acts&act=${issuedAct.id}`,
  );
  const lines = within(await screen.findByRole('table', { name: 'Строки акта' }));
  expect(lines.getByText('За «ёлку»')).toBeVisible();
  expect(screen.getByText('Оказание услуг, № 12/Р от 15 янв 2026')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Сделать новый акт' })).toBeNull();
  const { bodies, release } = holdResponse('post', `${ONE}confirm/`, { ...issuedAct, status: 'confirmed' });
  respond('get', ONE, 200, {
    ...issuedAct,
    status: 'confirmed',
    version: 2,
    answered_at: '2026-08-02T09:00:00Z',
  });
  await user.dblClick(screen.getByRole('button', { name: 'Подтвердить' }));
  release();
  expect(await screen.findByText('Акт подтвержден')).toBeVisible();
  expect(await screen.findByText('Вы подтвердили акт.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Возразить' })).toBeNull();
  expect(bodies).toEqual([{ version: 1 }]);
});

test('an objection needs a reason', async () => {
  respond('get', ONE, 200, issuedAct);
  signInAsPartner();
  const { user } = mount(
    <Payments role={ORGANIZATION} payoutMethods={() => null} />,
    `/payments?tab=acts&act=${issuedAct.id}`,
  );
  await user.click(await screen.findByRole('button', { name: 'Возразить' }));
  const dialog = within(await screen.findByRole('dialog'));
  const { bodies, release } = holdResponse('post', `${ONE}object/`, objected);
  await user.click(dialog.getByRole('button', { name: 'Возразить' }));
  expect(await dialog.findByText('Укажите причину')).toBeVisible();
  expect(bodies).toEqual([]);
  await user.type(dialog.getByLabelText('Причина'), 'Сумма другая');
  respond('get', ONE, 200, objected);
  release();
  await user.click(dialog.getByRole('button', { name: 'Возразить' }));
  expect(await screen.findByText('Возражение отправлено')).toBeVisible();
  expect(await screen.findByText('Сумма другая')).toBeVisible();
  expect(bodies).toEqual([{ objection: 'Сумма другая', version: 1 }]);
});

test('an act with an objection can be replaced, and the new one opens', async () => {
  const another = {
    ...issuedAct,
    id: '01a2b3c4-0000-7000-8000-000000000309',
    number: 'А-9',
    replaces: 'А-7',
  };
  respond('get', ONE, 200, objected);
  respond('get', `${ACTS}${another.id}/`, 200, another);
  respond('post', `${ONE}reissue/`, 201, another);
  signIn();
  const { user } = mount(
    <Payments role={ORGANIZATION} payoutMethods={() => null} />,
    `/payments?tab=acts&act=${issuedAct.id}`,
  );
  expect(await screen.findByText('Сумма другая')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Подтвердить' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Сделать новый акт' }));
  expect(await screen.findByText('А-9 вместо А-7')).toBeVisible();
  expect(await screen.findByText('Партнер получил акт и еще не ответил.')).toBeVisible();
});

test('a confirmed act with a return and a late payment shows both and can be replaced', async () => {
  const changed = {
    ...issuedAct,
    status: 'confirmed',
    changes: [
      { kind: 'return', id: '01a2b3c4-0000-7000-8000-000000000311', number: 'Н-9', amount_kop: -100_000 },
      { kind: 'late_payment', id: '01a2b3c4-0000-7000-8000-000000000312', number: 'В-8', amount_kop: 50_000 },
    ],
  };
  respond('get', ONE, 200, changed);
  signIn();
  mount(
    <Payments role={ORGANIZATION} payoutMethods={() => null} />,
    `/payments?tab=acts&act=${issuedAct.id}`,
  );
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(/Возврат Н-9 по уже выплаченному лиду: −1.000,00.₽/)).toBeVisible();
  expect(alert.getByText(/Выплата В-8 отмечена после акта: 500,00.₽/)).toBeVisible();
  expect(alert.getByText(/его сумма будет 2.800,00.₽/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Сделать новый акт' })).toBeVisible();
});

test('a payment without an act links to the act of its month or forms one', async () => {
  const page = `/api/referral/payments/${draftPayment.id}/`;
  const paid = { ...draftPayment, status: 'paid', paid_on: '2026-07-30', requisites: null, act: null };
  const serveWithoutAct = (act: object | null) =>
    respond('get', page, 200, { ...paid, without_act: { month: '2026-07', act } });
  serveMoney({});
  respond('get', '/api/referral/receipts/', 200, { results: [], next: null, previous: null });
  serveWithoutAct({ id: issuedAct.id, number: 'А-7' });
  signIn();
  const { user } = mount(
    <Payments role={ORGANIZATION} payoutMethods={() => null} />,
    `/payments?tab=payments&payment=${draftPayment.id}`,
  );
  expect(await screen.findByText('Акты за июль 2026 сделаны без этой выплаты.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Открыть акт А-7 и сделать новый' })).toHaveAttribute(
    'href',
    expect.stringContaining(`act=${issuedAct.id}`),
  );
  serveWithoutAct(null);
  cleanup();
  mount(
    <Payments role={ORGANIZATION} payoutMethods={() => null} />,
    `/payments?tab=payments&payment=${draftPayment.id}`,
  );
  const { bodies, release } = holdResponse('post', ACTS, {
    made: 1,
    kept: 0,
    results: [issuedAct],
    skipped: [],
  });
  respond('get', ONE, 200, issuedAct);
  await user.dblClick(await screen.findByRole('button', { name: 'Сформировать акт' }));
  release();
  expect(await screen.findByText('А-7 за июль 2026')).toBeVisible();
  expect(bodies).toEqual([{ month: '2026-07', partner: draftPayment.partner.id }]);
});

test('the file is requested in the chosen format', async () => {
  respond('get', ONE, 200, issuedAct);
  signIn();
  const queries: string[] = [];
  server.use(
    http.get(`${ONE}file/`, ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json({ detail: 'Сейчас готовится слишком много файлов.' }, { status: 503 });
    }),
  );
  const { user } = mount(
    <Payments role={ORGANIZATION} payoutMethods={() => null} />,
    `/payments?act=${issuedAct.id}`,
  );
  await user.click(await screen.findByRole('button', { name: 'Скачать' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Документ для печати (PDF)' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(queries).toEqual(['?format=pdf']);
});

test('a missing act links to the list, which can be empty', async () => {
  respond('get', ONE, 404, { detail: 'Объект не найден.' });
  serveActs([]);
  signInAsPartner();
  const { user } = mount(
    <Payments role={ORGANIZATION} payoutMethods={() => null} />,
    `/payments?tab=acts&act=${issuedAct.id}`,
  );
  expect(await screen.findByText('Такого акта нет')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Все акты' }));
  expect(await screen.findByText('Актов пока нет')).toBeVisible();
});
