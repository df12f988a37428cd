import { type EmployeeInvitation, employeeRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';
import { getFullName } from '../full-name.ts';

type RevokeDialogProps = { invitation: EmployeeInvitation; onClose: () => void };

/** Asks for confirmation before an invitation is withdrawn. */
export default function RevokeDialog({ invitation, onClose }: RevokeDialogProps) {
  return (
    <ConfirmCall
      route={employeeRoutes.revokeEmployeeInvitation}
      input={{ params: { id: invitation.id } }}
      stale={[employeeRoutes.employees]}
      title="Отозвать приглашение?"
      confirmLabel="Отозвать"
      isDangerous
      name={getFullName(invitation)}
      successTitle="Приглашение отозвано"
      failureTitle="Приглашение не отозвано"
      onClose={onClose}
    >
      По этой ссылке больше нельзя будет войти. Пригласить можно снова в любой момент.
    </ConfirmCall>
  );
}
