import { type Employee, recoveryRoutes } from '@referral-dashboard/api-contract';
import { LinkDialog } from '@/entities/one-time-link/link-dialog.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { getFullName } from '../full-name.ts';

/** Creates a password recovery link for an employee. */
export default function RecoveryDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const { data, mutate, isPending, error } = useApiMutation(recoveryRoutes.recoverEmployee, []);
  return (
    <LinkDialog
      question="Создать ссылку для нового пароля?"
      title="Ссылка для нового пароля"
      person={getFullName(employee)}
      effect="По ней сотрудник задаст новый пароль, и все его прежние входы завершатся. Отправьте ссылку только ему."
      link={data}
      isBusy={isPending}
      error={error}
      onCreate={() => mutate({ params: { id: employee.id } })}
      onClose={onClose}
    />
  );
}
