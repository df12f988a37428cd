import type { Registry } from '@referral-dashboard/api-contract';
import { respond } from '@/testing/server.ts';
import { draftPayment, serveMoney } from './payments.ts';

export const REGISTRIES = '/api/referral/registries/';
const noLines = { count: 0, amount_kop: 0, tax_kop: 0 };

/** A draft with one payment. */
export const registry: Registry = {
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

/** Serves a registry with one open payment. `changes` are the changes of the payment since forming. */
export function serveRegistry(one: Registry, changes: string[] = []) {
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
