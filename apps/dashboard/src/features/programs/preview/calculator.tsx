import { Stack, Text, Title } from '@mantine/core';
import { computeCommission } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { EVENTS } from '../../../entities/program/reward-line.ts';
import { formatCount } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { MoneyField } from '../../../shared/ui/form/fields/money-field.tsx';
import { WholeField } from '../form/fields/whole-field.tsx';
import { isNoReward } from '../form/program-body.ts';
import type { ProgramValues } from '../form/program-values.ts';
import classes from './calculator.module.css';

type Rewarded = Pick<ProgramValues, 'reward' | 'reward_event'>;

const EXAMPLE_KOP = 10_000_000;

/** Reward rule of the unsaved form values. Incomplete tiers are skipped. */
const ruleOf = ({ tiers, ...reward }: ProgramValues['reward']) => ({
  ...reward,
  cap_per_lead_kop: reward.kind === 'percent' ? reward.cap_per_lead_kop : null,
  tiers: tiers.flatMap(({ from, fixed_kop }) =>
    from === null || fixed_kop === null ? [] : [{ from, fixed_kop }],
  ),
});

function caseOf({ reward, reward_event }: Rewarded, deal: number, before: number): string {
  if (reward.kind === 'percent') return `При сделке ${formatMoney(deal)}`;
  const event = EVENTS[reward_event].replace(/^з/, 'З');
  if (reward.kind === 'fixed') return event;
  if (before === 0) return event.replace('За ', 'За первый ').replace('первый сделку', 'первую сделку');
  return `${event} после ${formatCount(before, ['вознаграждения', 'вознаграждений', 'вознаграждений'])}`;
}

/** Calculator of an example reward under the unsaved terms. */
export function Calculator({ reward, reward_event }: Rewarded) {
  const [deal, setDeal] = useState<number | null>(EXAMPLE_KOP);
  const [before, setBefore] = useState<number | null>(0);
  const given = { deal_amount_kop: deal ?? 0, rewarded_before: before ?? 0 };
  return (
    <section aria-labelledby="calculator">
      <Title order={2} mb="sm" id="calculator">
        Сколько получит партнер
      </Title>
      <Stack gap="sm">
        {reward.kind === 'percent' && <MoneyField label="Сумма сделки" value={deal} onChange={setDeal} />}
        {reward.kind === 'tiered' && (
          <WholeField label="Уже получено вознаграждений" value={before} onChange={setBefore} />
        )}
        {isNoReward(reward) ? (
          <Text c="dimmed">Задайте вознаграждение, и здесь появится расчет</Text>
        ) : (
          <output className={classes['result']}>
            {caseOf({ reward, reward_event }, given.deal_amount_kop, given.rewarded_before)} партнер получит{' '}
            <strong className={classes['sum']}>
              {formatMoney(computeCommission(ruleOf(reward), given))}
            </strong>
          </output>
        )}
      </Stack>
    </section>
  );
}
