import { computeTransfer, TAX_RESIDENCE_LABELS } from '@referral-dashboard/api-contract';
import type { TaxBracketAmount } from '../../database/tables/taxes.ts';
import type { Sheet, WithTimeZone } from '../../platform/export/columns.ts';
import { formatPercent } from '../../platform/russian-format.ts';
import { formatInn } from '../payable/payee-columns.ts';
import { contributionsDue, getTaxPeriod } from './deadlines.ts';
import type { TaxRow } from './taxes.repo.ts';

const formatRates = (slices: readonly TaxBracketAmount[]) =>
  slices.map(({ bps }) => formatPercent(bps)).join(', ');

/** Formats a row of the tax list for export. A return has negative amounts and no due days. */
export function taxLine({ number, partner, inn, amount_kop, tax_kop, taxes, sign, ...row }: TaxRow) {
  if (taxes === null) throw new Error('a payment without a tax is in the list of taxes');
  const period = getTaxPeriod(row.counted_day);
  const isReturn = sign < 0;
  return {
    number: `В-${number}`,
    partner,
    inn: formatInn(inn),
    residence: TAX_RESIDENCE_LABELS[taxes.residence],
    paid_on: row.paid_day,
    returned_on: isReturn ? row.counted_day : null,
    period: `${Number(period.from.slice(8))}–${Number(period.to.slice(8))}`,
    earned_kop: sign * row.earned_kop,
    rates: formatRates(taxes.rates),
    tax_kop: sign * tax_kop,
    tax_due_on: isReturn ? null : period.due_on,
    settled_kop: sign * row.settled_kop,
    transfer_kop: sign * computeTransfer({ amount_kop, tax_kop }),
    contribution_rates: formatRates(taxes.contributions),
    contributions_kop: sign * taxes.contributions_kop,
    contributions_due_on: isReturn ? null : contributionsDue(row.counted_day.slice(0, 7)),
  };
}

type Line = ReturnType<typeof taxLine> & WithTimeZone;

/** Sheet of the taxes of a month, for the accountant. */
export const taxSheet = (month: string): Sheet<Line> => ({
  name: `НДФЛ и взносы ${month}`,
  latinName: `taxes-${month}`,
  columns: [
    { title: 'Выплата', width: 10, kind: 'text', value: ({ number }) => number },
    { title: 'Физическое лицо', width: 30, kind: 'text', value: ({ partner }) => partner },
    { title: 'ИНН', width: 14, kind: 'digits', value: ({ inn }) => inn },
    { title: 'Резидентство', width: 24, kind: 'text', value: ({ residence }) => residence },
    { title: 'Дата перевода', width: 14, kind: 'day', value: ({ paid_on }) => paid_on },
    { title: 'Дата возврата', width: 14, kind: 'day', value: ({ returned_on }) => returned_on },
    { title: 'Период, числа', width: 14, kind: 'text', value: ({ period }) => period },
    { title: 'Начислено, ₽', width: 16, kind: 'money', value: ({ earned_kop }) => earned_kop },
    { title: 'Ставка НДФЛ', width: 14, kind: 'text', value: ({ rates }) => rates },
    { title: 'НДФЛ, ₽', width: 14, kind: 'money', value: ({ tax_kop }) => tax_kop },
    { title: 'НДФЛ уплатить до', width: 16, kind: 'day', value: ({ tax_due_on }) => tax_due_on },
    {
      title: 'Зачтено переведенное раньше, ₽',
      width: 18,
      kind: 'money',
      value: ({ settled_kop }) => settled_kop,
    },
    { title: 'Выплачено, ₽', width: 16, kind: 'money', value: ({ transfer_kop }) => transfer_kop },
    {
      title: 'Ставка взносов',
      width: 14,
      kind: 'text',
      value: ({ contribution_rates }) => contribution_rates,
    },
    { title: 'Взносы, ₽', width: 14, kind: 'money', value: ({ contributions_kop }) => contributions_kop },
    {
      title: 'Взносы уплатить до',
      width: 18,
      kind: 'day',
      value: ({ contributions_due_on }) => contributions_due_on,
    },
  ],
});
