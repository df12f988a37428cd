import { Text } from '@mantine/core';
import { computeTransfer } from '@referral-dashboard/api-contract';
import { formatMoney } from '@/shared/format/money.ts';

type WithheldAmounts = { amount_kop: number; tax_kop: number };

/** Example: `НДФЛ 1 300,00 ₽, к перечислению 8 700,00 ₽`. Empty if no tax is withheld. */
export const describeWithheld = (amounts: WithheldAmounts) =>
  amounts.tax_kop > 0
    ? `НДФЛ ${formatMoney(amounts.tax_kop)}, к перечислению ${formatMoney(computeTransfer(amounts))}`
    : '';

/** Withheld tax, and the amount to transfer after tax. */
export function WithheldAmounts({ amounts }: { amounts: WithheldAmounts }) {
  const text = describeWithheld(amounts);
  return text && <Text c="dimmed">{text}</Text>;
}
