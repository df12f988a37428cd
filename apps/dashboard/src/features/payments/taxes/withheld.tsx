import { Text } from '@mantine/core';
import { transferOf } from '@referral-dashboard/api-contract';
import { formatMoney } from '../../../shared/format/money.ts';

type Withheld = { amount_kop: number; tax_kop: number };

/** `НДФЛ 1 300,00 ₽, к перечислению 8 700,00 ₽`; empty where no tax is withheld. */
export const withheldText = (sum: Withheld) =>
  sum.tax_kop > 0 ? `НДФЛ ${formatMoney(sum.tax_kop)}, к перечислению ${formatMoney(transferOf(sum))}` : '';

/** The tax under a sum, and what is left of it. */
export function Withheld({ of: sum }: { of: Withheld }) {
  const text = withheldText(sum);
  return text && <Text c="dimmed">{text}</Text>;
}
