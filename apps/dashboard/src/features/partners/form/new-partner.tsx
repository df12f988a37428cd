import { Alert, Anchor, Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { russianPhone } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { generatePath, Link, useSearchParams } from 'react-router-dom';
import { useProgramOptions } from '../../../entities/reference/options.ts';
import { useSharedConfirmation } from '../../../entities/requisites/shared-requisites.tsx';
import { formatPhone } from '../../../shared/format/phone.ts';
import { paths } from '../../../shared/paths.ts';
import { ActionError } from '../../../shared/ui/form/action-error.tsx';
import { UnsavedChanges } from '../../../shared/ui/form/unsaved-changes.tsx';
import { nameOf } from '../partner.ts';
import { PartnerCreated } from './partner-created.tsx';
import { PartnerFields } from './partner-fields.tsx';
import { innQuery } from './partner-values.ts';
import { useKnownPartner } from './use-known-partner.ts';
import { type CreatedPartner, useNewPartner } from './use-new-partner.ts';

/** Form for a new partner. After submission it shows the invitation link, which is displayed only once. */
export function NewPartner() {
  const [created, setCreated] = useState<CreatedPartner | null>(null);
  return created ? (
    <PartnerCreated partner={created} onAnother={() => setCreated(null)} />
  ) : (
    <NewPartnerForm onCreated={setCreated} />
  );
}

function NewPartnerForm({ onCreated }: { onCreated: (partner: CreatedPartner) => void }) {
  const programs = useProgramOptions('');
  // Preselects the program from the URL, or the only program.
  const [params] = useSearchParams();
  const wanted = programs.find(({ value }) => value === params.get('program'))?.value;
  const only = wanted ?? (programs.length === 1 ? programs[0]?.value : undefined) ?? '';
  const { form, submit, failure, isSending, isDirty, discardDraft } = useNewPartner(only, onCreated);
  const { warning, guard } = useSharedConfirmation(innQuery(form.getValues()));
  return (
    <form onSubmit={guard(submit)} noValidate aria-label="Новый партнер">
      <Stack gap="lg">
        <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
          <Stack gap="xl">
            <PartnerFields form={form} phone={<NewPhone form={form} />} innWarning={warning} />
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
function NewPhone({ form }: { form: ReturnType<typeof useNewPartner>['form'] }) {
  const { known, look } = useKnownPartner();
  const { onBlur, onChange, ...field } = form.getInputProps('phone');
  const check = () => {
    const phone = russianPhone(form.getValues().phone);
    if (phone) form.setFieldValue('phone', formatPhone(phone));
    onBlur?.();
    void look(phone);
  };
  return (
    <Stack gap="xs">
      <TextInput
        label="Телефон"
        description="С ним партнер входит в кабинет. Изменить его нельзя"
        type="tel"
        inputMode="tel"
        placeholder="+7 916 123-45-67"
        autoComplete="off"
        required
        withAsterisk={false}
        {...field}
        onChange={(event) => {
          void look(null);
          onChange(event);
        }}
        onBlur={check}
      />
      {known && (
        <Alert role="alert" color="amber" title="Партнер уже есть">
          <Anchor component={Link} to={generatePath(paths.partner, { id: known.id })}>
            Открыть карточку: {nameOf(known)}
          </Anchor>
        </Alert>
      )}
    </Stack>
  );
}
