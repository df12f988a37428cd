import { oneOf } from '../values/values.ts';

/** VAT modes of payments to a partner. */
export const VAT_MODES = ['none', 'general', 'reduced', 'usn_5', 'usn_7', 'zero'] as const;
export const vatMode = oneOf(VAT_MODES);
export type VatMode = (typeof VAT_MODES)[number];

/** A rate with the first day on which it is in force. */
type Dated = { from: string; percent: number };

/**
 * VAT rates, the latest first. Sources: Tax Code, article 164; law 425-ФЗ of 28.11.2025 (22 % from 2026); law 176-ФЗ of 12.07.2024 (5 % and
 * 7 % of the simplified system from 2025).
 */
const RATES: Readonly<Record<Exclude<VatMode, 'none'>, readonly Dated[]>> = {
  general: [
    { from: '2026-01-01', percent: 22 },
    { from: '2019-01-01', percent: 20 },
  ],
  reduced: [{ from: '2004-01-01', percent: 10 }],
  usn_5: [{ from: '2025-01-01', percent: 5 }],
  usn_7: [{ from: '2025-01-01', percent: 7 }],
  zero: [{ from: '2001-01-01', percent: 0 }],
};

/** Returns the VAT rate in percent on a day; `null` without VAT. */
export const vatRate = (mode: VatMode, day: string): number | null =>
  mode === 'none' ? null : (RATES[mode].find(({ from }) => from <= day)?.percent ?? null);

/** Returns the VAT included in an amount, in kopecks, rounded half up. */
export const includedVat = (amountKop: number, percent: number): number => {
  const whole = BigInt(100 + percent);
  return Number((BigInt(amountKop) * BigInt(percent) * 2n + whole) / (whole * 2n));
};

/** Returns «Без НДС» or «В том числе НДС 22 %». */
export function vatLabel(mode: VatMode, day: string): string {
  const rate = vatRate(mode, day);
  return rate === null ? 'Без НДС' : `В том числе НДС ${rate}\u00a0%`;
}

/** Returns the VAT text for the purpose of a payment, with characters that every bank accepts: «В том числе НДС 22 % - 1803.28 руб.» */
export function vatSentence(mode: VatMode, amountKop: number, day: string): string {
  const rate = vatRate(mode, day);
  if (rate === null) return 'Без НДС';
  return `В том числе НДС ${rate} % - ${(includedVat(amountKop, rate) / 100).toFixed(2)} руб.`;
}
