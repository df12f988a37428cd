import type { ActWithContent } from '@referral-dashboard/api-contract';
import { draftPayment } from './payments.ts';

export const ACTS = '/api/referral/acts/';

/** An act that the partner has not answered. */
export const issuedAct: ActWithContent = {
  id: '01a2b3c4-0000-7000-8000-000000000301',
  number: 'А-7',
  version: 1,
  title: 'Акт об оказании услуг',
  month: '2026-07',
  partner: draftPayment.partner,
  organization: draftPayment.organization,
  amount_kop: 330_000,
  tax_kop: 0,
  status: 'issued',
  objection: '',
  answered_at: null,
  created_at: '2026-08-01T09:00:00Z',
  updated_at: '2026-08-01T09:00:00Z',
  content: {
    title: 'Акт об оказании услуг',
    contract: { kind: 'services', number: '12/Р', date: '2026-01-15' },
    customer: { role: 'Заказчик', name: 'ООО «Уют»', requisites: ['ИНН 7707083893'] },
    contractor: { role: 'Исполнитель', name: 'Смирнов Алексей', requisites: ['ИНН 500100732259'] },
    lines: [
      { payment: 'В-7', paid_on: '2026-07-20', number: 'Н-1', text: 'За «ёлку»', amount_kop: 300_000 },
      { payment: 'В-7', paid_on: '2026-07-20', number: 'Н-2', text: 'За встречу', amount_kop: 30_000 },
    ],
    vat: 'Без НДС',
    closing: 'Услуги оказаны полностью и в срок.',
  },
  changes: [],
  replaces: null,
  replaced_by: null,
};
