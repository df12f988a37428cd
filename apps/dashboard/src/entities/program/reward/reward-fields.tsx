import { Group, Input, Radio, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { describeReward, type Reward, type RewardEvent } from '@referral-dashboard/api-contract';
import { HundredthsField } from '@/shared/ui/form/fields/hundredths-field.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { LineFields } from './line-fields.tsx';
import { PartnerCapFields } from './partner-cap-fields.tsx';
import {
  canCapPartner,
  canHaveLines,
  canRewardSales,
  getLimitErrors,
  isRewardEmpty,
  type RewardForm,
  toRule,
} from './reward-values.ts';
import { SaleFields } from './sale-fields.tsx';
import { TiersField } from './tiers-field.tsx';

const REWARD_KIND_LABELS: Record<Reward['kind'], string> = {
  fixed: 'Сумма',
  percent: 'Процент от сделки',
  tiered: 'По ступеням',
};

/** Fields of a reward: the event that earns it, its kind, its amounts and the rewarded sales, with the sentence that partners read. Lines can name the links of `program`. */
export function RewardFields({ form, program }: { form: RewardForm; program?: string | undefined }) {
  const { reward, reward_event } = form.values;
  const isNarrow = useIsNarrow();
  const isForSales = canRewardSales(form.values) && reward.applies_to !== 'first_sale';
  const handleEventChange = (event: RewardEvent) => {
    form.setFieldValue('reward_event', event);
    if (event === 'deal_won') return;
    if (reward.kind === 'percent') form.setFieldValue('reward.kind', 'fixed');
    form.setFieldValue('reward.measure', 'count');
    form.setFieldValue('reward.tier_pay', 'fixed_kop');
  };
  const kindOptions = (Object.keys(REWARD_KIND_LABELS) as Reward['kind'][]).map((kind) => ({
    value: kind,
    label: REWARD_KIND_LABELS[kind],
    disabled: kind === 'percent' && reward_event !== 'deal_won',
  }));
  return (
    <>
      <Radio.Group
        label="За что"
        value={reward_event}
        onChange={(event) => handleEventChange(event as RewardEvent)}
      >
        <Group gap="lg" mt="xs">
          <Radio value="lead_qualified" label="За подтвержденный лид" />
          <Radio value="deal_won" label="За сделку" />
        </Group>
      </Radio.Group>
      <Input.Wrapper
        label="Сколько"
        labelElement="div"
        description={reward_event === 'deal_won' ? undefined : 'Процент доступен при оплате за сделку'}
        descriptionProps={{ mt: 'xs' }}
        inputWrapperOrder={['label', 'input', 'description']}
      >
        <SegmentedControl
          aria-label="Сколько"
          fullWidth
          orientation={isNarrow ? 'vertical' : 'horizontal'}
          data={kindOptions}
          value={reward.kind}
          onChange={(kind) => form.setFieldValue('reward.kind', kind)}
        />
      </Input.Wrapper>
      {reward.kind === 'fixed' && (
        <MoneyField label="Сумма" maw={240} {...form.getInputProps('reward.fixed_kop')} />
      )}
      {reward.kind === 'percent' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <HundredthsField
            label="Ставка"
            description={isForSales ? 'От суммы каждой оплаты' : 'От суммы сделки'}
            max={100}
            clampBehavior="strict"
            suffix={'\u00a0%'}
            {...form.getInputProps('reward.percent_bps')}
          />
          <MoneyField
            label={isForSales ? 'Не больше за оплату' : 'Не больше'}
            description="Не заполняйте, если предела нет"
            {...form.getInputProps('reward.cap_per_lead_kop')}
          />
        </SimpleGrid>
      )}
      {reward.kind === 'tiered' && <TiersField form={form} />}
      {canRewardSales(form.values) && <SaleFields form={form} />}
      {canHaveLines(form.values) && <LineFields form={form} program={program} />}
      {canCapPartner(reward) && <PartnerCapFields form={form} />}
      {!isRewardEmpty(reward) && Object.keys(getLimitErrors(form.values)).length === 0 && (
        <Text c="dimmed">Партнер увидит: {describeReward(toRule(form.values), reward_event)}</Text>
      )}
    </>
  );
}
