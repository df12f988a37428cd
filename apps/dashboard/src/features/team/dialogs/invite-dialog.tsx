import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import {
  employeeRoutes,
  type InvitedEmployee,
  POSITION_LABELS,
  type Position,
} from '@referral-dashboard/api-contract';
import { INCOMPLETE_MOBILE } from '@referral-dashboard/api-contract/phone-messages';
import { useState } from 'react';
import { OneTimeLink } from '@/entities/one-time-link/one-time-link.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { EMPLOYEE_DRAFT_KEY } from '../draft.ts';
import { getFullName } from '../full-name.ts';
import { PositionField } from './position-field.tsx';

const EMPTY_VALUES = {
  phone: '',
  last_name: '',
  first_name: '',
  father_name: '',
  position: '' as Position | '',
};

/** Team invitation form; afterwards shows the link once. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invitedEmployee, setInvitedEmployee] = useState<InvitedEmployee | null>(null);
  return invitedEmployee ? (
    <InvitationLinkDialog invitedEmployee={invitedEmployee} onClose={onClose} />
  ) : (
    <InviteForm onInvited={setInvitedEmployee} onClose={onClose} />
  );
}

type InviteFormProps = { onInvited: (invitedEmployee: InvitedEmployee) => void; onClose: () => void };

function InviteForm({ onInvited, onClose }: InviteFormProps) {
  const { mutateAsync } = useApiMutation(employeeRoutes.inviteEmployee, [employeeRoutes.employees]);
  const { form, submit, failure, isSending, discardDraft } = useContractForm({
    schema: employeeRoutes.inviteEmployee.body,
    saved: EMPTY_VALUES,
    messages: {
      phone: INCOMPLETE_MOBILE,
      position: 'Выберите должность',
    },
    draft: EMPLOYEE_DRAFT_KEY,
    failureTitle: 'Приглашение не создано',
    send: async (body) => {
      const invitedEmployee = await mutateAsync({ body });
      discardDraft();
      onInvited(invitedEmployee);
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

type InvitationLinkDialogProps = { invitedEmployee: InvitedEmployee; onClose: () => void };

/** A click outside would close the only view of the link. */
const InvitationLinkDialog = ({ invitedEmployee, onClose }: InvitationLinkDialogProps) => (
  <Dialog opened onClose={onClose} title="Ссылка-приглашение" closeOnClickOutside={false}>
    <Stack gap="md">
      <Text>
        {getFullName(invitedEmployee)}, {POSITION_LABELS[invitedEmployee.position].toLowerCase()}. Отправьте
        ссылку: по ней сотрудник задаст пароль и войдет.
      </Text>
      <OneTimeLink link={invitedEmployee.link} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Готово
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
