import { LEAD_FIELD_LABELS, PARTNER_FIELD_LABELS } from '@referral-dashboard/api-contract';
import { expect, test } from 'vitest';
import { formatChangedFields } from './changed-fields.ts';

test('lists labels inside a sentence and keeps abbreviations', () => {
  expect(formatChangedFields(['email', 'inn', 'contract_date'], PARTNER_FIELD_LABELS)).toBe(
    'почта, ИНН, дата договора',
  );
  expect(formatChangedFields(['company', 'deal_amount_kop'], LEAD_FIELD_LABELS)).toBe(
    'компания, сумма сделки',
  );
});

test('keeps the name of a field without a label', () => {
  expect(formatChangedFields(['other'], {})).toBe('other');
});
