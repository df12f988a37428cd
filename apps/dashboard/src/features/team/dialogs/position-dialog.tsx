import { Text } from '@mantine/core';
import { type Employee, employeeRoutes, POSITION_LABELS } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { getFullName } from '../full-name.ts';
import { PositionField } from './position-field.tsx';

/** Changes the position of an employee. */
export default function PositionDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const { mutateAsync } = useApiMutation(employeeRoutes.updateEmployee, [employeeRoutes.employees]);
  const name = getFullName(employee);
  const { form, submit, failure, isSending } = useContractForm({
    schema: employeeRoutes.updateEmployee.body,
    saved: { position: employee.position },
    failureTitle: 'Должность не изменена',
    send: async (body) => {
      const { position } = await mutateAsync({ params: { id: employee.id }, body });
      onClose();
      void toast.success({
        title: 'Должность изменена',
        description: `${name}: ${POSITION_LABELS[position]}`,
      });
    },
  });
  return (
    <FormDialog
      title="Изменить должность"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text fw={600}>{name}</Text>
      <PositionField {...form.getInputProps('position')} />
    </FormDialog>
  );
}
