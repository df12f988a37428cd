import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import {
  employeeRoutes,
  type InvitedEmployee,
  POSITION_LABELS,
  type Position,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { OneTimeLink } from '../../../entities/one-time-link/one-time-link.tsx';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { EMPLOYEE_DRAFT } from '../draft.ts';
import { fullName } from '../full-name.ts';
import { PositionField } from './position-field.tsx';

const BLANK = { phone: '', last_name: '', first_name: '', father_name: '', position: '' as Position | '' };

/** Team invitation form; afterwards shows the link once. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<InvitedEmployee | null>(null);
  return invited ? (
    <Invited invited={invited} onClose={onClose} />
  ) : (
    <InviteForm onInvited={setInvited} onClose={onClose} />
  );
}

type InviteFormProps = { onInvited: (invited: InvitedEmployee) => void; onClose: () => void };

function InviteForm({ onInvited, onClose }: InviteFormProps) {
  const { mutateAsync } = useApiMutation(employeeRoutes.inviteEmployee, [employeeRoutes.employees]);
  const { form, submit, failure, isSending, discardDraft } = useContractForm({
    schema: employeeRoutes.inviteEmployee.body,
    saved: BLANK,
    messages: {
      phone: 'Введите мобильный номер полностью: +7 и 10 цифр',
      position: 'Выберите должность',
    },
    draft: EMPLOYEE_DRAFT,
    failureTitle: 'Приглашение не создано',
    send: async (body) => {
      const invited = await mutateAsync({ body });
      discardDraft();
      onInvited(invited);
    },
  });
  return (
    <FormDialog
      title="Пригласить сотрудника"
      label="Приглашение сотрудника"
      submitLabel="Создать приглашение"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={() => {
        discardDraft();
        onClose();
      }}
    >
      <TextInput
        label="Телефон"
        description="С ним сотрудник будет входить в кабинет"
        type="tel"
        inputMode="tel"
        placeholder="+7 916 123-45-67"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('phone')}
      />
      <TextInput label="Фамилия" autoComplete="off" {...form.getInputProps('last_name')} />
      <TextInput label="Имя" autoComplete="off" {...form.getInputProps('first_name')} />
      <TextInput label="Отчество" autoComplete="off" {...form.getInputProps('father_name')} />
      <PositionField {...form.getInputProps('position')} />
    </FormDialog>
  );
}

type InvitedProps = { invited: InvitedEmployee; onClose: () => void };

/** A click outside would close the only view of the link. */
const Invited = ({ invited, onClose }: InvitedProps) => (
  <Dialog opened onClose={onClose} title="Ссылка-приглашение" closeOnClickOutside={false}>
    <Stack gap="md">
      <Text>
        {fullName(invited)}, {POSITION_LABELS[invited.position].toLowerCase()}. Отправьте ссылку: по ней
        сотрудник задаст пароль и войдет.
      </Text>
      <OneTimeLink link={invited.link} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Готово
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
