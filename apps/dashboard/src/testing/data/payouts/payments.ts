import type {
  Accrual,
  FileDownload,
  Payment,
  PaymentAttempt,
  PaymentItem,
  PayoutTotals,
} from '@referral-dashboard/api-contract';
import { HttpResponse, http } from 'msw';
import { server } from '@/testing/server.ts';
import { smirnov } from '../partners.ts';

export const PAYMENTS = '/api/referral/payments/';
export const ACCRUALS = '/api/referral/accruals/';

const organization = { id: '00000004-0000-7000-8000-000000000001', name: 'Уют' };
const partner = { id: smirnov.id, name: smirnov.name };

/** A draft payment with two accruals of the partner Смирнов. */
export const draftPayment: Payment = {
  id: '01a2b3c4-0000-7000-8000-000000000101',
  number: 'В-7',
  version: 1,
  organization,
  partner,
  status: 'draft',
  amount_kop: 330_000,
  tax_kop: 0,
  withholding: null,
  settled_kop: 0,
  transferred_kop: 0,
  overpaid_kop: 0,
  partly_returned_kop: 0,
  accruals: 2,
  purpose: 'Вознаграждение по программе, выплата В-7',
  method: null,
  requested: false,
  is_final: false,
  created_at: '2026-08-21T11:05:00Z',
  updated_at: '2026-08-21T11:05:00Z',
  approved_at: null,
  paid_at: null,
  paid_on: null,
  external_ref: '',
  failure_reason: '',
  cancel_reason: '',
  returned_on: null,
  return_reason: '',
};

const method = {
  kind: 'sbp' as const,
  label: 'СБП, +7 916 123-45-67, Т-Банк',
  bank: 'Т-Банк',
  phone: '+79161234567',
  last4: '',
  bik: '',
  account: '',
  corr_account: '',
  kpp: '',
  payee: 'Смирнов Олег Игоревич',
  inn: '',
};

/** The approved payment, with a fixed amount and requisites. */
export const approvedPayment: Payment = {
  ...draftPayment,
  version: 2,
  status: 'approved',
  method,
  approved_at: '2026-08-22T08:00:00Z',
};

/** An accrual on hold. */
export const accrualOnHold: Accrual = {
  id: '01a2b3c4-0000-7000-8000-000000000201',
  number: 'Н-12',
  organization,
  partner,
  program: { id: '00000002-0000-7000-8000-000000000001', name: 'Окна со скидкой' },
  lead: null,
  sale: null,
  payment: null,
  kind: 'reward',
  amount_kop: 937_500,
  explanation: '7,5 % от сделки 125 000,00 ₽',
  status: 'hold',
  hold_until: '2026-09-04T09:00:00Z',
  created_at: '2026-08-21T09:00:00Z',
  review_reason: null,
  comment: '',
  part_of: null,
  by_hand: false,
};

/** A row of the list of partners with money to pay. */
export const createPayable = (name: string, available_kop: number, fields: object = {}) => ({
  partner: { id: crypto.randomUUID(), name },
  available_kop,
  accruals: 2,
  minimum_kop: 100_000,
  missing_kop: 0,
  partner_kind: 'ip',
  method: { kind: 'sbp', bank: 'Т-Банк', label: 'СБП, +7 916 123-45-67, Т-Банк' } as object | null,
  waiting_since: '2026-08-20T09:00:00Z' as string | null,
  blockers: [] as { code: string; detail: string }[],
  ...fields,
});

const countByStatus = (
  states: readonly string[],
  rows: readonly { status: string; amount_kop: number }[],
) => {
  const totalBy = (value: (kop: number) => number) =>
    Object.fromEntries(
      ['all', ...states].map((state) => [
        state,
        rows
          .filter(({ status }) => state === 'all' || status === state)
          .reduce((sum, { amount_kop }) => sum + value(amount_kop), 0),
      ]),
    );
  return { ...totalBy(() => 1), sums: totalBy((kop) => kop) };
};

const PAYMENT_STATES = [
  'requested',
  'draft',
  'approved',
  'processing',
  'paid',
  'failed',
  'canceled',
  'returned',
];
const ACCRUAL_STATES = ['hold', 'review', 'available', 'reserved', 'paid', 'canceled'];
const page = (results: readonly object[]) => HttpResponse.json({ next: null, previous: null, results });

type Money = {
  payables?: readonly object[];
  payments?: readonly Payment[];
  accruals?: readonly Accrual[];
  attempts?: readonly PaymentAttempt[];
  /** Downloaded bank files of every payment and registry. */
  downloads?: readonly FileDownload[];
  /** Accruals that were taken out of every payment. */
  removedItems?: readonly PaymentItem[];
  /** Accruals that every canceled or returned payment contained. */
  formerItems?: readonly PaymentItem[];
  next_release?: { date: string; amount_kop: number } | null;
  /** Overrides of the computed totals. */
  totals?: Partial<PayoutTotals>;
};

/** Totals of an organization without blocked partners. */
function sumTotals(accruals: readonly Accrual[]) {
  const sumStates = (...states: string[]) => {
    const amounts = accruals
      .filter(({ status }) => states.includes(status))
      .map(({ amount_kop }) => amount_kop);
    return { count: amounts.length, sum_kop: amounts.reduce((sum, one) => sum + one, 0) };
  };
  return {
    ready: sumStates('available'),
    blocked: { ...sumStates(), reasons: [] },
    debts: sumStates(),
    hold: sumStates('hold'),
    review: sumStates('review'),
    under_way: sumStates('reserved'),
    paid: sumStates('paid'),
    held_up: 0,
  };
}

/** Mocks the routes of payments and accruals with this data. */
export function serveMoney({
  payables = [],
  payments = [],
  accruals = [],
  attempts = [],
  downloads = [],
  removedItems = [],
  formerItems = [],
  next_release = null,
  totals,
}: Money) {
  server.use(
    http.get(`${PAYMENTS}eligible/`, () =>
      HttpResponse.json({ next: null, previous: null, results: payables, preceding_kop: 0 }),
    ),
    http.get(`${PAYMENTS}totals/`, () => HttpResponse.json({ ...sumTotals(accruals), ...totals })),
    http.get(`${PAYMENTS}counts/`, () => HttpResponse.json(countByStatus(PAYMENT_STATES, payments))),
    http.get(PAYMENTS, () => page(payments)),
    http.get(`${ACCRUALS}counts/`, () =>
      HttpResponse.json({ ...countByStatus(ACCRUAL_STATES, accruals), next_release }),
    ),
    http.get(ACCRUALS, () => page(accruals)),
    http.get(`${PAYMENTS}:id/`, ({ params }) => {
      const found = payments.find(({ id }) => id === params['id']);
      return found
        ? HttpResponse.json({
            requisites: found.method,
            transfers: [],
            act: null,
            without_act: null,
            ...found,
          })
        : HttpResponse.json({ detail: 'Не найдено.', code: 'not_found' }, { status: 404 });
    }),
    http.get(`${PAYMENTS}:id/downloads/`, () => HttpResponse.json({ results: downloads })),
    http.get(`${PAYMENTS}:id/attempts/`, () => HttpResponse.json({ results: attempts })),
    http.get(`${PAYMENTS}:id/items/`, ({ request }) => {
      const removed = new URL(request.url).searchParams.get('removed');
      return page(removed === 'true' ? removedItems : formerItems);
    }),
    http.get('/api/referral/registries/:id/downloads/', () => HttpResponse.json({ results: downloads })),
    http.get(`${ACCRUALS}:id/`, ({ params }) =>
      HttpResponse.json(accruals.find(({ id }) => id === params['id'])),
    ),
  );
}
