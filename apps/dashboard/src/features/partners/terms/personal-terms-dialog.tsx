import { SimpleGrid, Textarea } from '@mantine/core';
import {
  type Enrollment,
  type EnrollmentTerms,
  partnerRoutes,
  programRoutes,
  termsRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { RewardFields } from '@/entities/program/reward/reward-fields.tsx';
import { getLimitErrors, toRewardBody, toRewardValues } from '@/entities/program/reward/reward-values.ts';
import { TermsPreview } from '@/entities/program/reward/terms-preview.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { DayField } from '@/shared/ui/form/fields/day-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

const STALE_ROUTES = [partnerRoutes.partners, programRoutes.programs];

type PersonalTermsDialogProps = {
  enrollment: Enrollment;
  terms: EnrollmentTerms;
  /** Draft key of the form. */
  draft: string;
  onClose: () => void;
};

/** Form for the personal terms of a partner in a program: reward, days and reason. */
export default function PersonalTermsDialog({ enrollment, terms, draft, onClose }: PersonalTermsDialogProps) {
  const today = useDates().dayAt(Date.now());
  const { mutateAsync } = useApiMutation(termsRoutes.createPersonalTerms, STALE_ROUTES);
  const [initialValues] = useState({
    reward_event: terms.reward_event,
    reward: toRewardValues(terms.reward),
    starts_on: today,
    ends_on: '',
    reason: '',
  });
  const contractForm = useContractForm({
    schema: termsRoutes.createPersonalTerms.body,
    saved: initialValues,
    toBody: ({ ends_on, ...values }) => ({
      ...values,
      reward: toRewardBody(values),
      ends_on: ends_on === '' ? null : ends_on,
    }),
    rules: getLimitErrors,
    messages: { starts_on: 'Введите первый день', reason: 'Укажите причину' },
    draft,
    failureTitle: 'Личная ставка не сохранена',
    send: async (body) => {
      await mutateAsync({ params: { id: enrollment.id }, body });
      contractForm.discardDraft();
      onClose();
      void toast.success({
        title: 'Личная ставка сохранена',
        description: `${enrollment.partner.name}, «${enrollment.program.name}»`,
      });
    },
  });
  const { form, submit, failure, isSending, discardDraft } = contractForm;
  return (
    <FormDialog
      title={`Личная ставка: ${enrollment.program.name}`}
      label="Личная ставка"
      submitLabel="Сохранить"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={() => {
        discardDraft();
        onClose();
      }}
    >
      <RewardFields form={form} program={enrollment.program.id} />
      <TermsPreview program={enrollment.program.id} terms={form.values} enrollment={enrollment.id} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DayField
          label="Первый день"
          description="Прежние лиды не изменятся"
          {...form.getInputProps('starts_on')}
        />
        <DayField
          label="Последний день"
          description="Не заполняйте, если срока нет"
          {...form.getInputProps('ends_on')}
        />
      </SimpleGrid>
      <Textarea
        label="Причина"
        description="Видит только ваша команда"
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
