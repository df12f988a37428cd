import { Progress, Text } from '@mantine/core';
import type { Program } from '@referral-dashboard/api-contract';
import { formatMoney } from '@/shared/format/money.ts';

type BudgetProps = Pick<Program, 'budget_kop' | 'figures' | 'is_exhausted'>;

/** Used share of the budget of a program, as text and as a bar. */
export function Budget({ budget_kop, figures: { rewards_kop }, is_exhausted }: BudgetProps) {
  if (budget_kop === null) return <Text c="dimmed">Не ограничен</Text>;
  const percentage = Math.min(100, (rewards_kop / budget_kop) * 100);
  return (
    <>
      <span>{is_exhausted ? 'Исчерпан' : formatMoney(budget_kop)}</span>
      <Progress
        size={6}
        mt={4}
        value={percentage}
        color={is_exhausted ? 'red' : 'petrol'}
        aria-label={`Израсходовано ${formatMoney(rewards_kop)} из ${formatMoney(budget_kop)}`}
      />
    </>
  );
}
