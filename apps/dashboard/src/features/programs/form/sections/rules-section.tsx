import { Radio, SimpleGrid, Stack } from '@mantine/core';
import { JOIN_POLICY_OPTIONS } from '@/features/programs/labels.ts';
import { IntegerField } from '@/shared/ui/form/fields/integer-field.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import type { ProgramFields } from '../program-values.ts';
import { FormSection } from './form-section.tsx';

const DAYS_SUFFIX = '\u00a0дн.';

/** How partners join, hold period, budget, and attribution and duplicate windows. */
export const RulesSection = ({ form }: { form: ProgramFields }) => (
  <FormSection title="Правила" description="Кто участвует, когда деньги доступны и сколько можно потратить">
    <Radio.Group label="Как вступают партнеры" {...form.getInputProps('join_policy')}>
      <Stack gap="xs" mt="xs">
        {Object.entries(JOIN_POLICY_OPTIONS).map(([value, texts]) => (
          <Radio key={value} value={value} {...texts} />
        ))}
      </Stack>
    </Radio.Group>
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <IntegerField
        label="Удержание"
        description="Через сколько дней вознаграждение можно выплатить"
        suffix={DAYS_SUFFIX}
        max={365}
        {...form.getInputProps('hold_days')}
      />
      <MoneyField
        label="Бюджет"
        description="Когда он исчерпан, заявки не принимаются. Не заполняйте, если предела нет"
        {...form.getInputProps('budget_kop')}
      />
    </SimpleGrid>
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <IntegerField
        label="Закрепление клиента"
        description="Сколько дней клиент закреплен за партнером после перехода"
        suffix={DAYS_SUFFIX}
        {...form.getInputProps('attribution_window_days')}
      />
      <IntegerField
        label="Поиск дублей"
        description="За сколько дней назад тот же телефон считается дублем"
        suffix={DAYS_SUFFIX}
        {...form.getInputProps('duplicate_window_days')}
      />
    </SimpleGrid>
  </FormSection>
);
