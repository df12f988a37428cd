import type { Accrual } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { accrualOnHold, draftPayment, PAYMENTS, serveMoney } from '@/testing/data/payouts/payments.ts';
import { partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import PartnerPayments from './partner-payments.tsx';

const card = {
  earned_kop: 1_250_000,
  hold_kop: 420_000,
  review_kop: 0,
  available_kop: 330_000,
  reserved_kop: 0,
  paid_kop: 500_000,
  organization: draftPayment.organization,
  partner: draftPayment.partner,
  releases: { next: [{ date: '2099-08-25', amount_kop: 420_000 }], later_kop: 100_000 },
  minimum_kop: 100_000,
  missing_kop: 0,
  blockers: [] as { code: string; detail: string }[],
  request: null,
};

async function open(fields: object = {}) {
  respond('get', '/api/home/balance/', 200, { results: [{ ...card, ...fields }] });
  respond('get', `/api/referral/partners/${card.partner.id}/payout-methods/`, 200, { results: [] });
  signIn(partner);
  respond('get', '/api/accounts/users/me/', 200, partner);
  const app = mount(<PartnerPayments payoutMethods={() => null} />, '/payments');
  await screen.findByRole('region', { name: `Баланс: ${card.organization.name}` });
  return app;
}

test('a partner sees the available amount and the dates on which holds end', async () => {
  await open();
  const dates = within(screen.getByRole('list', { name: 'Когда деньги станут доступны' }));
  expect(
    dates.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  ).toEqual(['Сегодня3 300,00 ₽', '25 авг 2099+4 200,00 ₽', 'Позже+1 000,00 ₽']);
});

test('a partner without holds sees that nothing is on hold', async () => {
  await open({ hold_kop: 0, releases: { next: [], later_kop: 0 } });
  expect(screen.getByText('На удержании ничего нет')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Когда деньги станут доступны' })).toBeNull();
});

test('a blocked request shows the reason', async () => {
  const detail = 'До минимальной выплаты 5 000,00 ₽ не хватает 1 700,00 ₽.';
  await open({ missing_kop: 170_000, minimum_kop: 500_000, blockers: [{ code: 'below_minimum', detail }] });
  const button = screen.getByRole('button', { name: 'Запросить выплату' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription(detail);
});

test('an open request hides the missing amount', async () => {
  const { id, number, amount_kop, created_at } = draftPayment;
  const request = { id, number, amount_kop, created_at, status: 'requested' };
  const blockers = [{ code: 'below_minimum', detail: 'До минимальной выплаты не хватает.' }];
  await open({ available_kop: 0, missing_kop: 100_000, blockers, request });
  const button = screen.getByRole('button', { name: 'Запросить выплату' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('Выплата уже запрошена.');
});

test('a partner can request a payment', async () => {
  const sent: unknown[] = [];
  serveMoney({});
  const { user } = await open();
  server.use(
    http.post(`${PAYMENTS}request/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...draftPayment, status: 'requested', requested: true }, { status: 201 });
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Запросить выплату' }));
  expect(await screen.findByText('Выплата запрошена')).toBeVisible();
  expect(sent).toEqual([{ partner: card.partner.id }]);
});

test('a retry after a lost response repeats the key, a new request gets another one', async () => {
  const keys: (string | null)[] = [];
  serveMoney({});
  const { user } = await open();
  server.use(
    http.post(`${PAYMENTS}request/`, ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(draftPayment, { status: 201 });
    }),
  );
  const requestPayment = () => user.click(screen.getByRole('button', { name: 'Запросить выплату' }));
  await requestPayment();
  expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
  await requestPayment();
  expect(await screen.findByText('Выплата запрошена')).toBeVisible();
  await requestPayment();
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
});

test('accruals of the same amount differ by their lead and reason', async () => {
  const lead = (number: string, name: string) => ({
    id: `01a2b3c4-0000-7000-8000-0000000003${number}`,
    number: `Л-${number}`,
    name,
  });
  const { review_reason: _, comment: __, part_of: ___, by_hand: ____, ...shown } = accrualOnHold;
  const one = { ...shown, amount_kop: 150_000, explanation: '1 500,00 ₽ за лид' };
  const accruals = [
    { ...one, id: '01a2b3c4-0000-7000-8000-000000000211', lead: lead('41', 'Ольга Белова') },
    { ...one, id: '01a2b3c4-0000-7000-8000-000000000212', lead: lead('42', '') },
    { ...one, id: '01a2b3c4-0000-7000-8000-000000000213', kind: 'bonus', explanation: 'За отзыв' },
    {
      ...one,
      id: '01a2b3c4-0000-7000-8000-000000000214',
      kind: 'reversal',
      amount_kop: -150_000,
      explanation: 'Сделка отменена',
      lead: lead('41', 'Ольга Белова'),
    },
    {
      ...one,
      id: '01a2b3c4-0000-7000-8000-000000000215',
      explanation: '12 % от 12 500,00 ₽',
      sale: { ...lead('07', 'ООО «Ромашка»'), number: 'П-7', client: accrualOnHold.id },
    },
  ];
  serveMoney({ accruals: accruals as Accrual[] });
  signIn(partner);
  mount(<PartnerPayments payoutMethods={() => null} />, '/payments?tab=accruals');
  await screen.findByText('Лид Л-42');
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/Ольга БеловаЛ-41 · 1.500,00.₽ за лид/),
    expect.stringMatching(/Лид Л-421.500,00.₽ за лид/),
    expect.stringMatching(/БонусЗа отзыв/),
    expect.stringMatching(/Ольга БеловаЛ-41 · Возврат · Сделка отменена/),
    expect.stringMatching(/ООО «Ромашка»Продажа П-7 · 12.% от 12.500,00.₽/),
  ]);
});
