import { Menu, Text } from '@mantine/core';
import { CRM_LABELS, type CrmConnection, crmRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import rows from '@/shared/ui/row-list.module.css';
import { toast } from '@/shared/ui/toast/toast.ts';
import { ConnectionState } from './connection-state.tsx';

const EventsDialog = lazy(() => import('./dialogs/events-dialog.tsx'));
const KeysDialog = lazy(() => import('./dialogs/keys-dialog.tsx'));
const MappingDialog = lazy(() => import('./dialogs/mapping-dialog.tsx'));
const SettingsDialog = lazy(() => import('./dialogs/settings-dialog.tsx'));
const StopDialog = lazy(() => import('./dialogs/stop-dialog.tsx'));

type OpenDialog = 'settings' | 'mapping' | 'events' | 'keys' | 'off' | 'delete';

const STALE = [crmRoutes.crmConnections];

const describePrograms = (programs: CrmConnection['programs']) =>
  programs === null ? 'Лиды всех программ' : `Лиды выбранных программ: ${programs.length}`;

/** A connected CRM with its state and its actions. */
export function ConnectionRow({ connection }: { connection: CrmConnection }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const change = useApiMutation(crmRoutes.updateCrmConnection, STALE);
  const refresh = useApiMutation(crmRoutes.refreshCrmConnection, STALE);
  const { id, kind, address, is_on, version, programs } = connection;
  const name = CRM_LABELS[kind];
  const close = () => setOpenDialog(null);
  const turnOn = () =>
    change.mutate(
      { params: { id }, body: { version, is_on: true } },
      {
        onSuccess: () =>
          void toast.success({
            title: 'Передача лидов включена',
            description: `Новые лиды появятся в ${name}`,
          }),
        onError: (error) => showErrorToast(error, 'Передача лидов не включена'),
      },
    );
  const check = () =>
    refresh.mutate(
      { params: { id } },
      {
        onSuccess: () => void toast.success({ title: 'Связь есть', description: `${name} отвечает` }),
        onError: (error) => showErrorToast(error, 'Связи нет'),
      },
    );
  return (
    <li className={rows['row']}>
      <div>
        <div className={rows['name']}>{name}</div>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {new URL(address).host}
        </Text>
      </div>
      <Text size="sm" className={rows['cell']}>
        {describePrograms(programs)}
      </Text>
      <div className={rows['cell']}>
        <ConnectionState connection={connection} />
      </div>
      <div className={rows['menu']}>
        <MoreMenu label={`Действия: ${name}`} isQuiet isBusy={change.isPending || refresh.isPending}>
          {is_on ? (
            <Menu.Item onClick={() => setOpenDialog('off')}>Выключить</Menu.Item>
          ) : (
            <Menu.Item onClick={turnOn}>Включить</Menu.Item>
          )}
          <Menu.Item onClick={() => setOpenDialog('settings')}>Настроить</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('mapping')}>Стадии и статусы</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('events')}>События из CRM</Menu.Item>
          <Menu.Item onClick={check}>Проверить связь</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('keys')}>Заменить ключ</Menu.Item>
          <Menu.Item color="red" onClick={() => setOpenDialog('delete')}>
            Отключить
          </Menu.Item>
        </MoreMenu>
      </div>
      <Suspense fallback={null}>
        {openDialog === 'settings' && <SettingsDialog connection={connection} onClose={close} />}
        {openDialog === 'mapping' && <MappingDialog connection={connection} onClose={close} />}
        {openDialog === 'events' && <EventsDialog connection={connection} onClose={close} />}
        {openDialog === 'keys' && <KeysDialog connection={connection} onClose={close} />}
        {(openDialog === 'off' || openDialog === 'delete') && (
          <StopDialog connection={connection} action={openDialog} onClose={close} />
        )}
      </Suspense>
    </li>
  );
}
