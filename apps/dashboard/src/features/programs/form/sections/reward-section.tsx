import { Alert, Group, Input, Radio, SegmentedControl, SimpleGrid } from '@mantine/core';
import type { Reward, RewardEvent } from '@referral-dashboard/api-contract';
import { REWARD_KIND_LABELS } from '@/features/programs/labels.ts';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { ShareField } from '../fields/share-field.tsx';
import { TiersField } from '../fields/tiers-field.tsx';
import type { ProgramFields } from '../program-values.ts';
import { FormSection } from './form-section.tsx';

type RewardSectionProps = {
  form: ProgramFields;
  /** Number of the current rule if the change creates a new rule, which applies only to new leads. Otherwise null. */
  rule: number | null;
};

export function RewardSection({ form, rule }: RewardSectionProps) {
  const { reward, reward_event } = form.values;
  const isNarrow = useIsNarrow();
  const handleEventChange = (event: RewardEvent) => {
    form.setFieldValue('reward_event', event);
    if (event !== 'deal_won' && reward.kind === 'percent') form.setFieldValue('reward.kind', 'fixed');
  };
  const kindOptions = (Object.keys(REWARD_KIND_LABELS) as Reward['kind'][]).map((kind) => ({
    value: kind,
    label: REWARD_KIND_LABELS[kind],
    disabled: kind === 'percent' && reward_event !== 'deal_won',
  }));
  return (
    <FormSection title="Вознаграждение" description="За что и сколько получает партнер">
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
          <ShareField
            label="Ставка"
            description="От суммы сделки"
            {...form.getInputProps('reward.percent_bps')}
          />
          <MoneyField
            label="Не больше"
            description="Не заполняйте, если предела нет"
            {...form.getInputProps('reward.cap_per_lead_kop')}
          />
        </SimpleGrid>
      )}
      {reward.kind === 'tiered' && <TiersField form={form} />}
      {rule !== null && (
        <Alert role="status" title="Условия меняются для новых лидов">
          {`Новые лиды получат правило ${rule + 1}. За уже пришедшие — прежнее, правило ${rule}.`}
        </Alert>
      )}
    </FormSection>
  );
}
