import { Text } from '@mantine/core';
import { transferOf } from '@referral-dashboard/api-contract';
import { formatMoney } from '../../../shared/format/money.ts';

type Withheld = { amount_kop: number; tax_kop: number };

/** Example: `НДФЛ 1 300,00 ₽, к перечислению 8 700,00 ₽`. Empty if no tax is withheld. */
export const withheldText = (sum: Withheld) =>
  sum.tax_kop > 0 ? `НДФЛ ${formatMoney(sum.tax_kop)}, к перечислению ${formatMoney(transferOf(sum))}` : '';

/** Withheld tax, and the amount to transfer after tax. */
export function Withheld({ of: sum }: { of: Withheld }) {
  const text = withheldText(sum);
  return text && <Text c="dimmed">{text}</Text>;
}
