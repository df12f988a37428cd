import { Text, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { registryRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { countOf } from '../../../shared/format/count.ts';
import { dayAt } from '../../../shared/format/date.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { pickedDays } from '../../../shared/format/picked-days.ts';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { calendar } from '../../../shared/ui/form/calendar.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { useActionKey } from '../action-key.ts';
import { CHANGED_BY_MONEY } from '../payment.ts';
import { type OpenRegistry, PAYMENTS } from './registry.ts';

type Values = { paid_on: string | null; external_ref: string };

/** The bank has made every transfer that was not answered for: when, and under which number. */
export default function MarkRegistryPaid({
  registry,
  onClose,
}: {
  registry: OpenRegistry;
  onClose: () => void;
}) {
  const { id, number, version, lines } = registry;
  const { mutateAsync } = useWrite(registryRoutes.markRegistryPaid, CHANGED_BY_MONEY);
  const [seen] = useState(version);
  const [blank] = useState<Values>(() => ({ paid_on: dayAt(Date.now()), external_ref: '' }));
  const { keyOf } = useActionKey();
  const { form, submit, forget, failure, isSending } = useContractForm({
    schema: registryRoutes.markRegistryPaid.body,
    saved: blank,
    bodyOf: (values) => ({ ...values, version: seen }),
    sentences: {
      paid_on: ({ paid_on }, told) => (paid_on === null ? 'Выберите день перевода' : told),
      external_ref: ({ external_ref }, told) =>
        external_ref.trim() === '' ? 'Введите номер перевода' : told,
    },
    draft: `registry-paid:${id}`,
    failed: 'Выплаты не отмечены',
    send: async (body) => {
      await mutateAsync({ params: { id }, body, idempotencyKey: keyOf(body) });
      forget();
      onClose();
      void toast.success({ title: 'Выплаты отмечены', description: `Реестр ${number}` });
    },
  });
  return (
    <FormDialog
      title="Отметить выплаченными"
      verb="Отметить выплаченными"
      isSending={isSending}
      isHeld
      failure={failure}
      onSend={submit}
      onClose={() => {
        forget();
        onClose();
      }}
    >
      <Text>
        Все, что ждет банка: {countOf(lines.open.count, PAYMENTS)} на {formatMoney(lines.open.amount_kop)}.
        Если какой-то перевод не прошел, отметьте его на странице выплаты до этого.
      </Text>
      <DatePickerInput
        label="Дата перевода"
        {...calendar}
        valueFormatter={pickedDays}
        maxDate={dayAt(Date.now())}
        {...form.getInputProps('paid_on')}
      />
      <TextInput
        label="Номер перевода"
        description="Номер реестра или операции в банке, один на все выплаты"
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('external_ref')}
      />
    </FormDialog>
  );
}
