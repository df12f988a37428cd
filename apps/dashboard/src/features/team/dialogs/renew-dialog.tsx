import { type EmployeeInvitation, employeeRoutes } from '@referral-dashboard/api-contract';
import { LinkDialog } from '@/entities/one-time-link/link-dialog.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { getFullName } from '../full-name.ts';

type RenewDialogProps = { invitation: EmployeeInvitation; onClose: () => void };

/** Creates a new invitation link and shows it once. The previous link stops working. */
export default function RenewDialog({ invitation, onClose }: RenewDialogProps) {
  const { data, mutate, isPending, error } = useApiMutation(employeeRoutes.renewEmployeeInvitation, [
    employeeRoutes.employees,
  ]);
  return (
    <LinkDialog
      question="Создать новую ссылку?"
      title="Ссылка-приглашение"
      person={getFullName(invitation)}
      effect="Прежняя ссылка сразу перестанет действовать. Новую мы покажем один раз, отправьте ее сотруднику."
      link={data?.link}
      isBusy={isPending}
      error={error}
      onCreate={() => mutate({ params: { id: invitation.id } })}
      onClose={onClose}
    />
  );
}
