import { Menu, Text } from '@mantine/core';
import {
  WEBHOOK_EVENT_LABELS,
  WEBHOOK_EVENTS,
  type Webhook,
  webhookRoutes,
} from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import rows from '@/shared/ui/row-list.module.css';
import { toast } from '@/shared/ui/toast/toast.ts';
import classes from '../developers.module.css';
import { WebhookState } from './webhook-state.tsx';

const EditWebhookDialog = lazy(() => import('./dialogs/edit-webhook-dialog.tsx'));
const LogDialog = lazy(() => import('./dialogs/log-dialog.tsx'));
const RotateDialog = lazy(() => import('./dialogs/rotate-dialog.tsx'));
const StopDialog = lazy(() => import('./dialogs/stop-dialog.tsx'));

type OpenDialog = { name: 'edit' | 'rotate' | 'off' | 'delete' } | { name: 'log'; deliveryId?: string };

const STALE = [webhookRoutes.webhooks];

const describeEvents = (events: Webhook['events']) =>
  events.length === WEBHOOK_EVENTS.length
    ? 'Все события'
    : events.map((event) => WEBHOOK_EVENT_LABELS[event]).join(', ');

/** A webhook with its events, its state and its actions. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const test = useApiMutation(webhookRoutes.testWebhook, STALE);
  const change = useApiMutation(webhookRoutes.updateWebhook, STALE);
  const { id, url, events, is_on } = webhook;
  const close = () => setOpenDialog(null);
  const sendTest = () =>
    test.mutate(
      { params: { id } },
      {
        onSuccess: (delivery) => setOpenDialog({ name: 'log', deliveryId: delivery.id }),
        onError: (error) => showErrorToast(error, 'Проверка не отправлена'),
      },
    );
  const turnOn = () =>
    change.mutate(
      { params: { id }, body: { is_on: true } },
      {
        onSuccess: () => void toast.success({ title: 'Вебхук включен', description: url }),
        onError: (error) => showErrorToast(error, 'Вебхук не включен'),
      },
    );
  return (
    <li className={rows['row']}>
      <div className={classes['code']}>{url}</div>
      <Text size="sm" className={rows['cell']}>
        {describeEvents(events)}
      </Text>
      <div className={rows['cell']}>
        <WebhookState webhook={webhook} />
      </div>
      <div className={rows['menu']}>
        <MoreMenu label={`Действия: ${url}`} isQuiet isBusy={test.isPending || change.isPending}>
          <Menu.Item onClick={() => setOpenDialog({ name: 'log' })}>Журнал доставки</Menu.Item>
          <Menu.Item onClick={sendTest}>Отправить проверку</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog({ name: 'edit' })}>Изменить</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog({ name: 'rotate' })}>Заменить секрет</Menu.Item>
          {is_on ? (
            <Menu.Item onClick={() => setOpenDialog({ name: 'off' })}>Выключить</Menu.Item>
          ) : (
            <Menu.Item onClick={turnOn}>Включить</Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setOpenDialog({ name: 'delete' })}>
            Удалить
          </Menu.Item>
        </MoreMenu>
      </div>
      <Suspense fallback={null}>
        {openDialog?.name === 'log' && (
          <LogDialog webhook={webhook} deliveryId={openDialog.deliveryId} onClose={close} />
        )}
        {openDialog?.name === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
        {openDialog?.name === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
        {(openDialog?.name === 'off' || openDialog?.name === 'delete') && (
          <StopDialog webhook={webhook} action={openDialog.name} onClose={close} />
        )}
      </Suspense>
    </li>
  );
}
