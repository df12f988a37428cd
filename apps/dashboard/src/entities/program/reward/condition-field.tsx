import { NativeSelect, SimpleGrid, TagsInput } from '@mantine/core';
import { LINE_LIMITS, SALE_CLIENTS, type SaleClient } from '@referral-dashboard/api-contract';
import { IntegerField } from '@/shared/ui/form/fields/integer-field.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { type Condition, NEW_LINE } from './line-values.ts';
import { LinkField } from './link-field.tsx';
import type { RewardForm } from './reward-values.ts';

const CLIENT_LABELS: Record<SaleClient, string> = {
  new: 'Первая покупка клиента',
  existing: 'Повторная покупка',
};
const CLIENT_OPTIONS = SALE_CLIENTS.map((value) => ({
  value,
  label: CLIENT_LABELS[value],
}));

/** Value names of the fields of the conditions. */
type ConditionValue =
  | 'products'
  | 'amount_from_kop'
  | 'amount_to_kop'
  | 'links'
  | 'months_from'
  | 'months_to';

type ConditionFieldProps = {
  form: RewardForm;
  program: string | undefined;
  /** Index of the line. */
  index: number;
  condition: Condition;
};

/** Fields of one condition of a line. Their errors have the names of the contract. */
export function ConditionField({ form, program, index, condition }: ConditionFieldProps) {
  const line = `reward.lines.${index}` as const;
  const suffix = `, ставка ${index + 1}`;
  const getProps = (name: ConditionValue) => {
    const path = `${line}.when.${name}`;
    const { onChange, ...props } = form.getInputProps(`${line}.${name}`);
    return {
      ...props,
      'data-path': path,
      error: form.errors[path],
      onChange: (value: unknown) => {
        onChange(value);
        form.clearFieldError(path);
      },
    };
  };
  switch (condition) {
    case 'products':
      return (
        <TagsInput
          aria-label={`Товары${suffix}`}
          placeholder="Название и Enter"
          acceptValueOnBlur
          maxTags={LINE_LIMITS.products}
          maxLength={64}
          {...getProps('products')}
        />
      );
    case 'amount':
      return (
        <SimpleGrid cols={2} spacing="xs">
          <MoneyField aria-label={`Сумма от${suffix}`} placeholder="От" {...getProps('amount_from_kop')} />
          <MoneyField aria-label={`Сумма до${suffix}`} placeholder="До" {...getProps('amount_to_kop')} />
        </SimpleGrid>
      );
    case 'client':
      return (
        <NativeSelect
          aria-label={`Какая покупка${suffix}`}
          data={CLIENT_OPTIONS}
          {...form.getInputProps(`${line}.client`)}
        />
      );
    case 'links':
      return program === undefined ? null : (
        <LinkField
          program={program}
          selected={form.values.reward.lines[index]?.links ?? NEW_LINE.links}
          label={`Ссылки${suffix}`}
          {...getProps('links')}
        />
      );
    case 'months':
      return (
        <SimpleGrid cols={2} spacing="xs">
          <IntegerField
            aria-label={`Месяц от${suffix}`}
            placeholder="С месяца"
            {...getProps('months_from')}
          />
          <IntegerField aria-label={`Месяц до${suffix}`} placeholder="По месяц" {...getProps('months_to')} />
        </SimpleGrid>
      );
  }
}
