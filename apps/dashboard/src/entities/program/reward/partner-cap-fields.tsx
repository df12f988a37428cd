import { NativeSelect, SimpleGrid } from '@mantine/core';
import { STEP_PERIODS, type StepPeriod } from '@referral-dashboard/api-contract';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { MoreFields } from './more-fields.tsx';
import type { RewardForm } from './reward-values.ts';

const PERIOD_LABELS: Record<StepPeriod, string> = {
  month: 'В месяц',
  quarter: 'В квартал',
  year: 'В год',
  life: 'За все время',
};

const CAP = 'reward.cap_per_partner_kop';

/** The most that a partner earns in the program in a period. Open if it is set or wrong. */
export function PartnerCapFields({ form }: { form: RewardForm }) {
  return (
    <MoreFields
      label="Предел на партнера"
      isSet={form.values.reward.cap_per_partner_kop !== null}
      isKept={form.errors[CAP] !== undefined}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoneyField
          label="Не больше на партнера"
          description="Не заполняйте, если предела нет"
          {...form.getInputProps(CAP)}
        />
        <NativeSelect
          label="За какой срок"
          description="Считаем по дням оплат в этой программе"
          data={STEP_PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }))}
          {...form.getInputProps('reward.cap_period')}
        />
      </SimpleGrid>
    </MoreFields>
  );
}
