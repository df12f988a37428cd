import { Text } from '@mantine/core';
import {
  type EnrollmentTerms,
  type PersonalTerms,
  partnerRoutes,
  programRoutes,
  termsRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { formatDate } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { DayField } from '@/shared/ui/form/fields/day-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

const STALE_ROUTES = [partnerRoutes.partners, programRoutes.programs];

type EndTermsDialogProps = { personal: PersonalTerms; terms: EnrollmentTerms; onClose: () => void };

/** Sets the last day of personal terms. */
export default function EndTermsDialog({ personal, terms, onClose }: EndTermsDialogProps) {
  const today = useDates().dayAt(Date.now());
  const { mutateAsync } = useApiMutation(termsRoutes.updatePersonalTerms, STALE_ROUTES);
  const { id, version, starts_on, ends_on } = personal;
  const isPlanned = starts_on > today;
  const [initialValues] = useState({ ends_on: ends_on ?? (isPlanned ? starts_on : today) });
  const { form, submit, failure, isSending } = useContractForm({
    schema: termsRoutes.updatePersonalTerms.body,
    saved: initialValues,
    toBody: (values) => ({ version, ends_on: values.ends_on }),
    messages: { ends_on: 'Введите последний день' },
    failureTitle: 'Последний день не сохранен',
    send: async (body) => {
      await mutateAsync({ params: { id }, body });
      onClose();
      void toast.success({
        title: 'Последний день сохранен',
        description: `Личная ставка действует по ${formatDate(String(body.ends_on))}`,
      });
    },
  });
  return (
    <FormDialog
      title="Завершить личную ставку?"
      submitLabel="Завершить"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        {terms.group
          ? `После последнего дня новые лиды будут по ставке группы «${terms.group.name}». Прежние лиды не изменятся.`
          : 'После последнего дня новые лиды будут по условиям программы. Прежние лиды не изменятся.'}
      </Text>
      <DayField label="Последний день" data-autofocus {...form.getInputProps('ends_on')} />
    </FormDialog>
  );
}
