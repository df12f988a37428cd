import { Menu, Text } from '@mantine/core';
import {
  EMPLOYEE_STATUS_LABELS,
  type Employee,
  employeeRoutes,
  POSITION_LABELS,
} from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import type { Dates } from '@/shared/format/date.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import rows from '@/shared/ui/row-list.module.css';
import { getFullName } from './full-name.ts';

const PositionDialog = lazy(() => import('./dialogs/position-dialog.tsx'));
const PhoneDialog = lazy(() => import('@/entities/sign-in/phone-dialog.tsx'));
const RecoveryDialog = lazy(() => import('./dialogs/recovery-dialog.tsx'));
const SwitchDialog = lazy(() => import('./dialogs/switch-dialog.tsx'));

type DialogName = 'position' | 'phone' | 'recovery' | 'off' | 'on';

function describeStatus({ status, is_self, seen_at }: Employee, { formatDay }: Dates): string {
  if (is_self) return 'Это вы';
  if (status === 'off') return EMPLOYEE_STATUS_LABELS.off;
  return seen_at === null ? 'Входов не было' : `Последний вход ${formatDay(seen_at)}`;
}

/** An employee, with the actions available to an owner. */
export function EmployeeRow({ employee }: { employee: Employee }) {
  const dates = useDates();
  const [activeDialog, setActiveDialog] = useState<DialogName | null>(null);
  const { position, phone, status } = employee;
  const name = getFullName(employee);
  const close = () => setActiveDialog(null);
  return (
    <li className={rows['row']}>
      <div>
        <div className={rows['name']}>{name}</div>
        {name !== formatPhone(phone) && <Text c="dimmed">{formatPhone(phone)}</Text>}
      </div>
      <div className={rows['cell']}>{POSITION_LABELS[position]}</div>
      <Text className={rows['cell']} c="dimmed">
        {describeStatus(employee, dates)}
      </Text>
      <div className={rows['menu']}>
        <MoreMenu label={`Действия: ${name}`} isQuiet>
          {status === 'active' && (
            <>
              <Menu.Item onClick={() => setActiveDialog('position')}>Изменить должность</Menu.Item>
              {!employee.is_self && (
                <>
                  <Menu.Item onClick={() => setActiveDialog('phone')}>Изменить телефон</Menu.Item>
                  <Menu.Item onClick={() => setActiveDialog('recovery')}>Ссылка для нового пароля</Menu.Item>
                </>
              )}
              <Menu.Item color="red" onClick={() => setActiveDialog('off')}>
                Отключить
              </Menu.Item>
            </>
          )}
          {status === 'off' && <Menu.Item onClick={() => setActiveDialog('on')}>Включить</Menu.Item>}
        </MoreMenu>
      </div>
      <Suspense fallback={null}>
        {activeDialog === 'position' && <PositionDialog employee={employee} onClose={close} />}
        {activeDialog === 'phone' && (
          <PhoneDialog
            kind="employee"
            id={employee.id}
            person={name}
            stale={[employeeRoutes.employees]}
            onClose={close}
          />
        )}
        {activeDialog === 'recovery' && <RecoveryDialog employee={employee} onClose={close} />}
        {(activeDialog === 'off' || activeDialog === 'on') && (
          <SwitchDialog employee={employee} to={activeDialog} onClose={close} />
        )}
      </Suspense>
    </li>
  );
}
