import { Anchor, Progress, Text } from '@mantine/core';
import type { Program } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { getAccrualsLink } from '@/entities/figures/links.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { Section } from '@/shared/ui/section/section.tsx';

/** Rest of the budget since the start of the program, with a bar. The spent amount links to its accruals. */
export function BudgetSection({ program }: { program: Program }) {
  const { id, budget_kop, is_exhausted, figures } = program;
  const spent = formatMoney(figures.rewards_kop);
  return (
    <Section title="Бюджет" tools={<Text fw={600}>{describeRest(program)}</Text>}>
      {budget_kop !== null && (
        <Progress
          size={8}
          value={Math.min(100, (figures.rewards_kop / budget_kop) * 100)}
          color={is_exhausted ? 'red' : 'petrol'}
          aria-label={`Израсходовано ${spent} из ${formatMoney(budget_kop)}`}
        />
      )}
      <Text c="dimmed" size="xs">
        За все время израсходовано{' '}
        <Anchor component={Link} to={getAccrualsLink(null, { program: id })} inherit underline="always">
          {spent}
        </Anchor>
        {is_exhausted && '. Новые заявки не принимаются: увеличьте бюджет на вкладке «Условия»'}
      </Text>
    </Section>
  );
}

function describeRest({ budget_kop, is_exhausted, figures }: Program): string {
  if (budget_kop === null) return 'Не ограничен';
  if (is_exhausted) return 'Исчерпан';
  return `Осталось ${formatMoney(budget_kop - figures.rewards_kop)} из ${formatMoney(budget_kop)}`;
}
