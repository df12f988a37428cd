import { type Employee, employeeRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';
import { getFullName } from '../full-name.ts';

const DIALOG_PROPS = {
  off: {
    route: employeeRoutes.switchEmployeeOff,
    title: 'Отключить сотрудника?',
    confirmLabel: 'Отключить',
    effect: 'Он сразу выйдет на всех устройствах и не сможет войти. Все, что он сделал, останется.',
    successTitle: 'Сотрудник отключен',
    failureTitle: 'Сотрудник не отключен',
  },
  on: {
    route: employeeRoutes.switchEmployeeOn,
    title: 'Включить сотрудника?',
    confirmLabel: 'Включить',
    effect: 'Он снова сможет войти со своим телефоном и паролем, в прежней должности.',
    successTitle: 'Сотрудник включен',
    failureTitle: 'Сотрудник не включен',
  },
};

type SwitchDialogProps = { employee: Employee; to: 'on' | 'off'; onClose: () => void };

/** Asks for confirmation before an employee is blocked or unblocked. */
export default function SwitchDialog({ employee, to, onClose }: SwitchDialogProps) {
  const { route, effect, ...dialogProps } = DIALOG_PROPS[to];
  return (
    <ConfirmCall
      {...dialogProps}
      route={route}
      input={{ params: { id: employee.id } }}
      stale={[employeeRoutes.employees]}
      isDangerous={to === 'off'}
      name={getFullName(employee)}
      onClose={onClose}
    >
      {employee.is_self && to === 'off' ? 'Вы сразу выйдете и не сможете войти.' : effect}
    </ConfirmCall>
  );
}
