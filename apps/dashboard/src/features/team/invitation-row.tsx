import { Menu, Text } from '@mantine/core';
import { type EmployeeInvitation, POSITION_LABELS } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { formatPhone } from '@/shared/format/phone.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import rows from '@/shared/ui/row-list.module.css';
import { getFullName } from './full-name.ts';

const RenewDialog = lazy(() => import('./dialogs/renew-dialog.tsx'));
const RevokeDialog = lazy(() => import('./dialogs/revoke-dialog.tsx'));

/** A pending invitation. */
export function InvitationRow({ invitation }: { invitation: EmployeeInvitation }) {
  const { formatMoment } = useDates();
  const [activeDialog, setActiveDialog] = useState<'new' | 'end' | null>(null);
  const { position, phone, is_expired, expires_at } = invitation;
  const name = getFullName(invitation);
  const close = () => setActiveDialog(null);
  return (
    <li className={rows['row']}>
      <div>
        <div className={rows['name']}>{name}</div>
        {name !== formatPhone(phone) && <Text c="dimmed">{formatPhone(phone)}</Text>}
      </div>
      <div className={rows['cell']}>{POSITION_LABELS[position]}</div>
      <Text className={rows['cell']} c="dimmed">
        {is_expired ? 'Ссылка больше не действует' : `Ссылка действует до ${formatMoment(expires_at)}`}
      </Text>
      <div className={rows['menu']}>
        <MoreMenu label={`Действия с приглашением: ${name}`} isQuiet>
          <Menu.Item onClick={() => setActiveDialog('new')}>Создать новую ссылку</Menu.Item>
          <Menu.Item color="red" onClick={() => setActiveDialog('end')}>
            Отозвать
          </Menu.Item>
        </MoreMenu>
      </div>
      <Suspense fallback={null}>
        {activeDialog === 'new' && <RenewDialog invitation={invitation} onClose={close} />}
        {activeDialog === 'end' && <RevokeDialog invitation={invitation} onClose={close} />}
      </Suspense>
    </li>
  );
}
