import { senderRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';

/** Asks for confirmation before the mail server is removed. */
export default function RemoveMailDialog({ host, onClose }: { host: string; onClose: () => void }) {
  return (
    <ConfirmCall
      route={senderRoutes.removeEmailSender}
      input={{}}
      stale={[senderRoutes.senders]}
      title="Отключить почту?"
      confirmLabel="Отключить"
      isDangerous
      name={host}
      successTitle="Почта отключена"
      failureTitle="Почта не отключена"
      onClose={onClose}
    >
      Пароль будет удален, а сообщения, которые ждут отправки, не уйдут.
    </ConfirmCall>
  );
}
