import { Stack, Text, Title } from '@mantine/core';
import { computeCommission, REWARD_EVENT_LABELS } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { isRewardEmpty, type RewardTerms, toRule } from '@/entities/program/reward/reward-values.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { IntegerField } from '@/shared/ui/form/fields/integer-field.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import classes from './calculator.module.css';

const EXAMPLE_DEAL_KOP = 10_000_000;

function describeCase(terms: RewardTerms, dealKop: number, before: number): string {
  const { kind, applies_to, base, measure } = toRule(terms);
  const isForSales = applies_to !== 'first_sale';
  if (kind === 'percent') {
    const amount = `${formatMoney(dealKop)}${base === 'net_of_vat' ? ' без НДС' : ''}`;
    return isForSales ? `С оплаты ${amount}` : `При сделке ${amount}`;
  }
  if (isForSales) return 'За каждую оплату';
  const event = REWARD_EVENT_LABELS[terms.reward_event].replace(/^з/, 'З');
  if (kind === 'fixed') return event;
  if (measure === 'turnover') return `${event} после сделок на ${formatMoney(before)}`;
  if (before === 0) return event.replace('За ', 'За первый ').replace('первый сделку', 'первую сделку');
  return `${event} после ${formatCount(before, ['вознаграждения', 'вознаграждений', 'вознаграждений'])}`;
}

/** Calculator of an example reward under the unsaved terms. */
export function Calculator({ reward, reward_event }: RewardTerms) {
  const rule = toRule({ reward, reward_event });
  const [dealKop, setDealKop] = useState<number | null>(EXAMPLE_DEAL_KOP);
  const [earlierRewards, setEarlierRewards] = useState<number | null>(0);
  const [turnoverKop, setTurnoverKop] = useState<number | null>(0);
  const before = (rule.measure === 'turnover' ? turnoverKop : earlierRewards) ?? 0;
  const input = { deal_amount_kop: dealKop ?? 0, rewarded_before: before };
  const isShare =
    reward.kind === 'percent' || (reward.kind === 'tiered' && reward.tier_pay === 'percent_bps');
  return (
    <section aria-labelledby="calculator">
      <Title order={2} mb="sm" id="calculator">
        Сколько получит партнер
      </Title>
      <Stack gap="sm">
        {isShare && (
          <MoneyField
            label={rule.applies_to === 'first_sale' ? 'Сумма сделки' : 'Сумма оплаты'}
            value={dealKop}
            onChange={setDealKop}
          />
        )}
        {reward.kind === 'tiered' && rule.measure === 'turnover' && (
          <MoneyField
            label={rule.applies_to === 'first_sale' ? 'Сумма прежних сделок' : 'Сумма прежних оплат'}
            value={turnoverKop}
            onChange={setTurnoverKop}
          />
        )}
        {reward.kind === 'tiered' && rule.measure === 'count' && (
          <IntegerField
            label="Уже получено вознаграждений"
            value={earlierRewards}
            onChange={setEarlierRewards}
          />
        )}
        {isRewardEmpty(reward) ? (
          <Text c="dimmed">Задайте вознаграждение, и здесь появится расчет</Text>
        ) : (
          <output className={classes['result']}>
            {describeCase({ reward, reward_event }, input.deal_amount_kop, input.rewarded_before)} партнер
            получит <strong className={classes['sum']}>{formatMoney(computeCommission(rule, input))}</strong>
          </output>
        )}
        {rule.lines && !isRewardEmpty(reward) && (
          <Text c="dimmed" size="sm">
            Так за первую покупку клиента, без товара и выбранных ссылок
          </Text>
        )}
      </Stack>
    </section>
  );
}
