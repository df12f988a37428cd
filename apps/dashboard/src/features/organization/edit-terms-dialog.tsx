import { Alert, Checkbox, NativeSelect, NumberInput, Stack, Switch, Textarea } from '@mantine/core';
import {
  ORGANIZATION_FIELD_LABELS,
  type Organization,
  PARTNER_KIND_LABELS,
  PARTNER_KINDS,
  VAT_MODES,
  vatLabel,
} from '@referral-dashboard/api-contract';
import { useDates } from '@/shared/format/use-dates.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { draftKeys } from './draft-keys.ts';
import { useSettingsForm } from './use-settings-form.ts';

type EditProps = { organization: Organization; onClose: () => void };

/** Form for the organization's default partner terms. */
export default function EditTermsDialog({ organization, onClose }: EditProps) {
  const { dayAt } = useDates();
  const { partner_kinds, default_hold_days, default_min_payout_kop, vat_ip, vat_legal, payment_terms } =
    organization;
  const { receipts_required } = organization;
  const withholds_tax = organization.withholds_tax_since !== null;
  const { form, submit, failure, isSending } = useSettingsForm({
    saved: {
      partner_kinds,
      default_hold_days,
      default_min_payout_kop,
      vat_ip,
      vat_legal,
      payment_terms,
      receipts_required,
      withholds_tax,
    },
    messages: {
      default_hold_days: 'Введите число дней от 0 до 365',
      default_min_payout_kop: 'Введите сумму',
      partner_kinds: 'Оставьте хотя бы один вид партнеров',
    },
    draft: draftKeys.terms,
    failureTitle: 'Условия не сохранены',
    done: 'Условия работы с партнерами обновлены',
    onDone: onClose,
  });
  const today = dayAt(Date.now());
  const vatOptions = VAT_MODES.map((value) => ({ value, label: vatLabel(value, today) }));
  return (
    <FormDialog
      title="Работа с партнерами"
      label="Работа с партнерами"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Checkbox.Group
        label={ORGANIZATION_FIELD_LABELS.partner_kinds}
        description="Кого вы принимаете. На тех, кто уже есть, это не влияет"
        {...form.getInputProps('partner_kinds')}
      >
        <Stack gap="xs" mt="xs">
          {PARTNER_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              value={kind}
              label={PARTNER_KIND_LABELS[kind]}
              {...(kind === 'individual' &&
                !form.getValues().withholds_tax && {
                  disabled: true,
                  description: 'Сначала включите «Удерживаем НДФЛ и платим взносы»',
                })}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label="Удерживаем НДФЛ и платим взносы"
        description="Нужно, чтобы платить физическим лицам. Пока выключено, новых физлиц не принимаем, а выплаты тем, кто уже есть, ждут"
        checked={form.getValues().withholds_tax}
        {...form.getInputProps('withholds_tax')}
      />
      <Alert color="amber" title="Если вы платите физическим лицам">
        Вы становитесь налоговым агентом: удерживаете НДФЛ из вознаграждения, а страховые взносы платите сверх
        него, сдаете 6-НДФЛ и РСВ. Вычеты мы не учитываем. Проверьте расчет с бухгалтером.
      </Alert>
      <NumberInput
        label="Удержание, дней"
        description="Для новых программ"
        hideControls
        allowDecimal={false}
        min={0}
        max={365}
        {...form.getInputProps('default_hold_days')}
      />
      <MoneyField
        label={ORGANIZATION_FIELD_LABELS.default_min_payout_kop}
        {...form.getInputProps('default_min_payout_kop')}
      />
      <NativeSelect
        label={ORGANIZATION_FIELD_LABELS.vat_ip}
        description="Слова в назначении платежа. Физическим лицам и самозанятым пишется «Без НДС»"
        data={vatOptions}
        {...form.getInputProps('vat_ip')}
      />
      <NativeSelect
        label={ORGANIZATION_FIELD_LABELS.vat_legal}
        data={vatOptions}
        {...form.getInputProps('vat_legal')}
      />
      <Switch
        label="Просроченный чек останавливает следующую выплату"
        description="Самозанятый должен прислать чек до 9-го числа следующего месяца"
        checked={form.getValues().receipts_required}
        {...form.getInputProps('receipts_required')}
      />
      <Alert color="amber" title="Если вы платите самозанятым">
        Договор о «поиске клиентов» налоговая может признать агентским: тогда НПД не применяется, а вам
        доначислят НДФЛ и взносы. Годовой лимит самозанятого считается по всем заказчикам, здесь видна только
        ваша часть.
      </Alert>
      <Textarea
        label={ORGANIZATION_FIELD_LABELS.payment_terms}
        description="Когда и как вы платите. Партнер прочтет их, когда будет подавать заявку"
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('payment_terms')}
      />
    </FormDialog>
  );
}
