import { Text } from '@mantine/core';
import { type Employee, employeeRoutes } from '@referral-dashboard/api-contract';
import { useWrite } from '../../../shared/api/use-write.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { Confirm } from '../../../shared/ui/dialog/confirm.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { fullName } from '../full-name.ts';

const WORDS = {
  off: {
    route: employeeRoutes.switchEmployeeOff,
    title: 'Отключить сотрудника?',
    verb: 'Отключить',
    effect: 'Он сразу выйдет на всех устройствах и не сможет войти. Все, что он сделал, останется.',
    done: 'Сотрудник отключен',
    failed: 'Сотрудник не отключен',
  },
  on: {
    route: employeeRoutes.switchEmployeeOn,
    title: 'Включить сотрудника?',
    verb: 'Включить',
    effect: 'Он снова сможет войти со своим телефоном и паролем, в прежней должности.',
    done: 'Сотрудник включен',
    failed: 'Сотрудник не включен',
  },
};

type SwitchDialogProps = { employee: Employee; to: 'on' | 'off'; onClose: () => void };

/** Asks before an employee is shut out, or let in again. */
export default function SwitchDialog({ employee, to, onClose }: SwitchDialogProps) {
  const { route, title, verb, effect, done, failed } = WORDS[to];
  const { mutate, isPending, error } = useWrite(route, [employeeRoutes.employees]);
  const name = fullName(employee);
  const send = () =>
    mutate(
      { params: { id: employee.id } },
      {
        onSuccess: () => {
          onClose();
          void toast.success({ title: done, description: name });
        },
      },
    );
  return (
    <Confirm
      isOpen
      title={title}
      verb={verb}
      isDangerous={to === 'off'}
      isBusy={isPending}
      failure={error && errorSentence(error, failed)}
      onConfirm={send}
      onClose={onClose}
    >
      <Text fw={600}>{name}</Text>
      <Text>{employee.is_self && to === 'off' ? 'Вы сразу выйдете и не сможете войти.' : effect}</Text>
    </Confirm>
  );
}
