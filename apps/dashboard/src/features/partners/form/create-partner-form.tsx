import { Alert, Anchor, Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { russianPhone } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { generatePath, Link, useSearchParams } from 'react-router-dom';
import { getOnlyValue, useProgramOptions } from '@/entities/reference/options.ts';
import { useSharedConfirmation } from '@/entities/requisites/shared-requisites.tsx';
import { formatPhone } from '@/shared/format/phone.ts';
import { paths } from '@/shared/paths.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { UnsavedChanges } from '@/shared/ui/form/unsaved-changes.tsx';
import { getPartnerName } from '../partner.ts';
import { CreatedPartnerNotice } from './created-partner-notice.tsx';
import { PartnerFields } from './partner-fields.tsx';
import { getInnQuery } from './partner-values.ts';
import { type CreatedPartner, useCreatePartnerForm } from './use-create-partner-form.ts';
import { usePhoneLookup } from './use-phone-lookup.ts';

/** Form for a new partner. After submission it shows the invitation link, which is displayed only once. */
export function CreatePartnerForm() {
  const [createdPartner, setCreatedPartner] = useState<CreatedPartner | null>(null);
  return createdPartner ? (
    <CreatedPartnerNotice partner={createdPartner} onAddAnother={() => setCreatedPartner(null)} />
  ) : (
    <PartnerForm onCreated={setCreatedPartner} />
  );
}

function PartnerForm({ onCreated }: { onCreated: (partner: CreatedPartner) => void }) {
  const programs = useProgramOptions('');
  // Preselects the program from the URL, or the only program.
  const [params] = useSearchParams();
  const requestedProgram = programs.find(({ value }) => value === params.get('program'))?.value;
  const initialProgram = requestedProgram ?? getOnlyValue(programs) ?? '';
  const { form, submit, failure, isSending, isDirty, discardDraft } = useCreatePartnerForm(
    initialProgram,
    onCreated,
  );
  const { warning, guard } = useSharedConfirmation(getInnQuery(form.getValues()));
  return (
    <form onSubmit={guard(submit)} noValidate aria-label="Новый партнер">
      <Stack gap="lg">
        <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
          <Stack gap="xl">
            <PartnerFields form={form} phone={<PhoneField form={form} />} innWarning={warning} />
            <Select
              label="Программа"
              description="Партнер сразу получит в ней свою ссылку. Можно добавить и позже"
              placeholder="Без программы"
              data={programs}
              clearable
              searchable
              nothingFoundMessage="Таких программ нет"
              {...form.getInputProps('program')}
              value={form.getValues().program || null}
              onChange={(value) => form.setFieldValue('program', value ?? '')}
            />
          </Stack>
        </Paper>
        <ActionError failure={failure} />
        <Group gap="sm">
          <Button type="submit" loading={isSending}>
            Добавить партнера
          </Button>
          <Button variant="default" component={Link} to={paths.partners}>
            Отмена
          </Button>
        </Group>
      </Stack>
      <UnsavedChanges isDirty={isDirty} onLeave={discardDraft} />
    </form>
  );
}

/** Phone that the partner signs in with. If a partner already has this phone, a link to their card is shown. */
function PhoneField({ form }: { form: ReturnType<typeof useCreatePartnerForm>['form'] }) {
  const { foundPartner, lookUp } = usePhoneLookup();
  const { onBlur, onChange, ...inputProps } = form.getInputProps('phone');
  const handleBlur = () => {
    const phone = russianPhone(form.getValues().phone);
    if (phone) form.setFieldValue('phone', formatPhone(phone));
    onBlur?.();
    void lookUp(phone);
  };
  return (
    <Stack gap="xs">
      <TextInput
        label="Телефон"
        description="С ним партнер входит в кабинет"
        type="tel"
        inputMode="tel"
        placeholder="+7 916 123-45-67"
        autoComplete="off"
        required
        withAsterisk={false}
        {...inputProps}
        onChange={(event) => {
          void lookUp(null);
          onChange(event);
        }}
        onBlur={handleBlur}
      />
      {foundPartner && (
        <Alert role="alert" color="amber" title="Партнер уже есть">
          <Anchor component={Link} to={generatePath(paths.partner, { id: foundPartner.id })}>
            Открыть карточку: {getPartnerName(foundPartner)}
          </Anchor>
        </Alert>
      )}
    </Stack>
  );
}
