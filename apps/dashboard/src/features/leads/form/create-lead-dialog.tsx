import { Select, TextInput } from '@mantine/core';
import { LEAD_FIELD_NAMES } from '@referral-dashboard/api-contract';
import { getOnlyValue, usePartnerOptions, useProgramOptions } from '@/entities/reference/options.ts';
import { useRole } from '@/shared/api/use-api.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { VISIBILITY_HINTS } from '@/shared/visibility-hints.ts';
import type { AnyLead } from '../lead.ts';
import { LeadField } from './lead-field.tsx';
import { type NewLeadValues, useCreateLeadForm } from './use-create-lead-form.ts';

type CreateLeadDialogProps = { onClose: () => void; onCreated: (lead: AnyLead) => void };
type Form = ReturnType<typeof useCreateLeadForm>['form'];

/** Dialog for entering a lead manually. An organization may select a partner; a partner adds the lead as their own. */
export default function CreateLeadDialog({ onClose, onCreated }: CreateLeadDialogProps) {
  const programs = useProgramOptions('');
  const { form, submit, failure, isSending } = useCreateLeadForm(getOnlyValue(programs) ?? null, onCreated);
  const isOrganization = useRole() === 'organization';
  const getFieldProps = (name: keyof NewLeadValues) => form.getInputProps(name);
  return (
    <FormDialog
      title="Новый лид"
      label="Новый лид"
      submitLabel="Добавить"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <ProgramField form={form} programs={programs} />
      {isOrganization && <PartnerField form={form} />}
      <LeadField name="name" required {...getFieldProps('name')} />
      <TextInput
        label="Телефон"
        type="tel"
        placeholder="+7 916 123-45-67"
        autoComplete="off"
        required
        {...getFieldProps('phone')}
      />
      {LEAD_FIELD_NAMES.filter((name) => name !== 'name').map((name) => (
        <LeadField
          key={name}
          name={name}
          description={VISIBILITY_HINTS[isOrganization ? 'team' : 'organization']}
          {...getFieldProps(name)}
        />
      ))}
    </FormDialog>
  );
}

type ProgramFieldProps = { form: Form; programs: ReturnType<typeof useProgramOptions> };

const ProgramField = ({ form, programs }: ProgramFieldProps) => (
  <Select
    label="Программа"
    data-autofocus
    required
    placeholder="Выберите программу"
    searchable
    data={programs}
    nothingFoundMessage="Ничего не найдено"
    {...form.getInputProps('program')}
  />
);

const PartnerField = ({ form }: { form: Form }) => (
  <Select
    label="Партнер"
    placeholder="Без партнера"
    description="Кому начислить вознаграждение"
    searchable
    clearable
    data={usePartnerOptions('')}
    nothingFoundMessage="Ничего не найдено"
    {...form.getInputProps('partner')}
  />
);
