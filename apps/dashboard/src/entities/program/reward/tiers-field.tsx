import { ActionIcon, Button, Input, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  STEP_MEASURES,
  STEP_MODES,
  STEP_PERIODS,
  type StepMeasure,
  type StepMode,
  type StepPeriod,
} from '@referral-dashboard/api-contract';
import { HundredthsField } from '@/shared/ui/form/fields/hundredths-field.tsx';
import { IntegerField } from '@/shared/ui/form/fields/integer-field.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { IconPlus, IconX } from '@/shared/ui/icons.ts';
import { MoreFields } from './more-fields.tsx';
import { canRewardSales, getStartField, type RewardForm, type TierPay } from './reward-values.ts';
import classes from './tiers-field.module.css';

const MAX_TIERS = 20;
const NEXT_COUNT = 5;
const NEXT_TURNOVER_KOP = 10_000_000;

const getMeasureLabels = (isForSales: boolean): Record<StepMeasure, string> => ({
  count: 'Число вознаграждений',
  turnover: isForSales ? 'Сумму оплат' : 'Сумму сделок',
});
const PERIOD_LABELS: Record<StepPeriod, string> = {
  month: 'За месяц',
  quarter: 'За квартал',
  year: 'За год',
  life: 'За все время',
};
const getModeLabels = (isForSales: boolean): Record<StepMode, string> => ({
  next: isForSales ? 'Для следующих оплат' : 'Для следующих сделок',
  whole_period: 'Для всего срока, в конце',
});
const getPayLabels = (isForSales: boolean): Record<TierPay, string> => ({
  fixed_kop: 'Сумму',
  percent_bps: isForSales ? 'Процент с оплаты' : 'Процент от сделки',
});

const DESCRIPTIONS: Record<StepMeasure, Record<StepPeriod, string>> = {
  count: {
    month: 'Ступень зависит от того, сколько вознаграждений партнер получил в программе за этот месяц',
    quarter: 'Ступень зависит от того, сколько вознаграждений партнер получил в программе за этот квартал',
    year: 'Ступень зависит от того, сколько вознаграждений партнер получил в программе за этот год',
    life: 'Сумма зависит от того, сколько вознаграждений партнер уже получил в программе',
  },
  turnover: {
    month: 'Ступень зависит от суммы сделок партнера в программе за этот месяц',
    quarter: 'Ступень зависит от суммы сделок партнера в программе за этот квартал',
    year: 'Ступень зависит от суммы сделок партнера в программе за этот год',
    life: 'Ступень зависит от суммы всех сделок партнера в программе',
  },
};

const SALE_DESCRIPTIONS: Record<StepPeriod, string> = {
  month: 'Ступень зависит от суммы оплат клиентов партнера в программе за этот месяц',
  quarter: 'Ступень зависит от суммы оплат клиентов партнера в программе за этот квартал',
  year: 'Ступень зависит от суммы оплат клиентов партнера в программе за этот год',
  life: 'Ступень зависит от суммы всех оплат клиентов партнера в программе',
};

/** Returns true if the steps pay for each payment of a client, not for deals only. */
const isForSales = ({ values }: RewardForm) =>
  canRewardSales(values) && values.reward.applies_to !== 'first_sale';

/** Rewards by what the partner had before: by default the number of earlier rewards. The first tier starts at zero. */
export function TiersField({ form }: { form: RewardForm }) {
  const { tiers, measure, period } = form.values.reward;
  const handleAdd = () => {
    const last = tiers.at(-1);
    form.insertListItem('reward.tiers', {
      from: (last?.from ?? 0) + NEXT_COUNT,
      from_kop: (last?.from_kop ?? 0) + NEXT_TURNOVER_KOP,
      fixed_kop: null,
      percent_bps: null,
    });
  };
  return (
    <Stack gap="xs" role="group" aria-label="Ступени">
      <Text c="dimmed">{isForSales(form) ? SALE_DESCRIPTIONS[period] : DESCRIPTIONS[measure][period]}</Text>
      {tiers.map((_, index) => (
        <div key={index} className={classes['tier']}>
          <StartField form={form} index={index} />
          <PayField form={form} index={index} />
          {index > 0 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Убрать ступень ${index + 1}`}
              onClick={() => form.removeListItem('reward.tiers', index)}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      <Input.Error role="alert">{form.errors['reward.tiers']}</Input.Error>
      {tiers.length < MAX_TIERS && (
        <Button
          variant="default"
          onClick={handleAdd}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          className={classes['add']}
        >
          Добавить ступень
        </Button>
      )}
      <StepFields form={form} />
    </Stack>
  );
}

type TierProps = { form: RewardForm; index: number };

/** Start of a tier. Its errors have the name of the contract. */
function StartField({ form, index }: TierProps) {
  const { measure } = form.values.reward;
  if (index === 0)
    return (
      <Text className={classes['first']}>{measure === 'count' ? 'С первого лида' : 'С первого рубля'}</Text>
    );
  const name = `reward.tiers.${index}.${getStartField(measure)}`;
  const errorName = `reward.tiers.${index}.from`;
  const props = {
    prefix: 'После ',
    ...form.getInputProps(name),
    'data-path': errorName,
    error: form.errors[errorName],
    onChange: (start: number | null) => {
      form.setFieldValue(name, start);
      form.clearFieldError(errorName);
    },
  };
  return measure === 'count' ? (
    <IntegerField aria-label={`После скольких вознаграждений, ступень ${index + 1}`} {...props} />
  ) : (
    <MoneyField
      aria-label={`После какой суммы ${isForSales(form) ? 'оплат' : 'сделок'}, ступень ${index + 1}`}
      {...props}
    />
  );
}

function PayField({ form, index }: TierProps) {
  const { tier_pay } = form.values.reward;
  const props = form.getInputProps(`reward.tiers.${index}.${tier_pay}`);
  return tier_pay === 'fixed_kop' ? (
    <MoneyField aria-label={`Сумма, ступень ${index + 1}`} placeholder="Сумма" {...props} />
  ) : (
    <HundredthsField
      aria-label={`Ставка, ступень ${index + 1}`}
      placeholder="Ставка"
      max={100}
      clampBehavior="strict"
      suffix={'\u00a0%'}
      {...props}
    />
  );
}

/** Measure and period of the tiers, and the kind of their pay. */
function StepFields({ form }: { form: RewardForm }) {
  const { measure, period, tier_pay } = form.values.reward;
  const isForDeals = form.values.reward_event === 'deal_won';
  const measureLabels = getMeasureLabels(isForSales(form));
  const modeLabels = getModeLabels(isForSales(form));
  const payLabels = getPayLabels(isForSales(form));
  return (
    <MoreFields isSet={measure !== 'count' || period !== 'life' || tier_pay !== 'fixed_kop'}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {isForDeals && (
          <NativeSelect
            label="Что считаем"
            data={STEP_MEASURES.map((value) => ({ value, label: measureLabels[value] }))}
            {...form.getInputProps('reward.measure')}
          />
        )}
        <NativeSelect
          label="За какой срок"
          data={STEP_PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }))}
          {...form.getInputProps('reward.period')}
        />
        {period !== 'life' && (
          <NativeSelect
            label="Новая ступень"
            data={STEP_MODES.map((value) => ({ value, label: modeLabels[value] }))}
            {...form.getInputProps('reward.mode')}
          />
        )}
        {isForDeals && (
          <NativeSelect
            label="Что платим"
            data={(['fixed_kop', 'percent_bps'] as const).map((value) => ({
              value,
              label: payLabels[value],
            }))}
            {...form.getInputProps('reward.tier_pay')}
          />
        )}
      </SimpleGrid>
    </MoreFields>
  );
}
