import { messageRoutes, senderRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';

/** Asks for confirmation before the bot is removed. */
export default function RemoveTelegramDialog({ bot, onClose }: { bot: string; onClose: () => void }) {
  return (
    <ConfirmCall
      route={senderRoutes.removeTelegramSender}
      input={{}}
      stale={[senderRoutes.senders, messageRoutes.messageSettings]}
      title="Отключить бота?"
      confirmLabel="Отключить"
      isDangerous
      name={`@${bot}`}
      successTitle="Бот отключен"
      failureTitle="Бот не отключен"
      onClose={onClose}
    >
      Токен будет удален, а сообщения, которые ждут отправки, не уйдут. Сам бот в Telegram останется.
    </ConfirmCall>
  );
}
