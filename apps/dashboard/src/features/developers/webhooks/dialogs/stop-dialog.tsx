import { type Webhook, webhookRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';

type StopDialogProps = { webhook: Webhook; action: 'off' | 'delete'; onClose: () => void };

const STALE = [webhookRoutes.webhooks];

/** Asks for confirmation before a webhook is turned off or deleted. */
export default function StopDialog({ webhook: { id, url }, action, onClose }: StopDialogProps) {
  const shared = { stale: STALE, name: url, onClose };
  return action === 'off' ? (
    <ConfirmCall
      {...shared}
      route={webhookRoutes.updateWebhook}
      input={{ params: { id }, body: { is_on: false } }}
      title="Выключить вебхук?"
      confirmLabel="Выключить"
      successTitle="Вебхук выключен"
      failureTitle="Вебхук не выключен"
    >
      О событиях, которые случатся, пока он выключен, программа не узнает. Очередь останется и уйдет после
      включения.
    </ConfirmCall>
  ) : (
    <ConfirmCall
      {...shared}
      route={webhookRoutes.deleteWebhook}
      input={{ params: { id } }}
      title="Удалить вебхук?"
      confirmLabel="Удалить"
      isDangerous
      successTitle="Вебхук удален"
      failureTitle="Вебхук не удален"
    >
      События перестанут приходить на этот адрес. Очередь и журнал доставки пропадут.
    </ConfirmCall>
  );
}
