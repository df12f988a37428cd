import { NativeSelect, Radio, SimpleGrid, Stack } from '@mantine/core';
import { APPLIES_TO, APPLIES_TO_LIMITS, type AppliesTo } from '@referral-dashboard/api-contract';
import { formatCount } from '@/shared/format/count.ts';
import { IntegerField } from '@/shared/ui/form/fields/integer-field.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { isLimited, LIMIT_FIELD, type RewardForm, type RewardValues } from './reward-values.ts';

/** Labels of the rewarded sales, with the typed number. */
const getLabels = ({ sales_for_months: months, first_sales: sales }: RewardValues['limits']) =>
  ({
    first_sale: 'За первую покупку клиента',
    sales_for_months:
      months === null
        ? 'За каждую оплату, на срок'
        : `За каждую оплату, ${formatCount(months, ['месяц', 'месяца', 'месяцев'])}`,
    lifetime: 'За каждую оплату клиента',
    first_sales:
      sales === null ? 'За первые оплаты' : `За первые ${formatCount(sales, ['оплату', 'оплаты', 'оплат'])}`,
  }) satisfies Record<AppliesTo, string>;

const LIMIT_LABELS = { sales_for_months: 'Сколько месяцев', first_sales: 'Сколько оплат' } as const;

/** Sales of a client that earn the reward. */
export function SaleFields({ form }: { form: RewardForm }) {
  const { kind, applies_to, limits } = form.values.reward;
  const labels = getLabels(limits);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: isLimited(applies_to) ? 2 : 1 }}>
        <NativeSelect
          label="За что платим"
          data={APPLIES_TO.map((value) => ({ value, label: labels[value] }))}
          {...form.getInputProps('reward.applies_to')}
          onChange={({ currentTarget }) => {
            form.setFieldValue('reward.applies_to', currentTarget.value as AppliesTo);
            form.clearFieldError(LIMIT_FIELD);
          }}
        />
        {isLimited(applies_to) && <LimitField form={form} appliesTo={applies_to} />}
      </SimpleGrid>
      {kind !== 'tiered' && (kind === 'percent' || applies_to !== 'first_sale') && (
        <AdvancedFields form={form} />
      )}
    </>
  );
}

type LimitFieldProps = { form: RewardForm; appliesTo: keyof RewardValues['limits'] };

/** Number of months or of sales. Its errors have the name of the contract. */
function LimitField({ form, appliesTo }: LimitFieldProps) {
  const name = `reward.limits.${appliesTo}` as const;
  return (
    <IntegerField
      key={appliesTo}
      label={LIMIT_LABELS[appliesTo]}
      max={APPLIES_TO_LIMITS[appliesTo].max}
      {...form.getInputProps(name)}
      data-path={LIMIT_FIELD}
      error={form.errors[LIMIT_FIELD]}
      onChange={(limit) => {
        form.setFieldValue(name, limit);
        form.clearFieldError(LIMIT_FIELD);
      }}
    />
  );
}

const CLIENT_CAP = 'reward.cap_per_client_kop';

/** Rarely used options: percent without VAT, and a limit for one client. Open if one is set or wrong. */
function AdvancedFields({ form }: { form: RewardForm }) {
  const { kind, applies_to, base, cap_per_client_kop } = form.values.reward;
  return (
    <MoreFields
      isSet={base !== 'gross' || cap_per_client_kop !== null}
      isKept={form.errors[CLIENT_CAP] !== undefined}
    >
      {kind === 'percent' && (
        <Radio.Group
          label="С какой суммы считаем процент"
          description={base === 'net_of_vat' ? 'НДС вычтем, если он указан в продаже' : undefined}
          {...form.getInputProps('reward.base')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="gross" label="Со всей суммы" />
            <Radio value="net_of_vat" label="С суммы без НДС" />
          </Stack>
        </Radio.Group>
      )}
      {applies_to !== 'first_sale' && (
        <MoneyField
          label="Не больше за клиента"
          description="Не заполняйте, если предела нет"
          maw={320}
          {...form.getInputProps(CLIENT_CAP)}
        />
      )}
    </MoreFields>
  );
}
