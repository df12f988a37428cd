import { Text } from '@mantine/core';
import { type EmployeeInvitation, employeeRoutes } from '@referral-dashboard/api-contract';
import { useWrite } from '../../../shared/api/use-write.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { Confirm } from '../../../shared/ui/dialog/confirm.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { fullName } from '../full-name.ts';

type RevokeDialogProps = { invitation: EmployeeInvitation; onClose: () => void };

/** Asks before an invitation is taken back. */
export default function RevokeDialog({ invitation, onClose }: RevokeDialogProps) {
  const { mutate, isPending, error } = useWrite(employeeRoutes.revokeEmployeeInvitation, [
    employeeRoutes.employees,
  ]);
  const name = fullName(invitation);
  const revoke = () =>
    mutate(
      { params: { id: invitation.id } },
      {
        onSuccess: () => {
          onClose();
          void toast.success({ title: 'Приглашение отозвано', description: name });
        },
      },
    );
  return (
    <Confirm
      isOpen
      title="Отозвать приглашение?"
      verb="Отозвать"
      isDangerous
      isBusy={isPending}
      failure={error && errorSentence(error, 'Приглашение не отозвано')}
      onConfirm={revoke}
      onClose={onClose}
    >
      <Text fw={600}>{name}</Text>
      <Text>По этой ссылке больше нельзя будет войти. Пригласить можно снова в любой момент.</Text>
    </Confirm>
  );
}
