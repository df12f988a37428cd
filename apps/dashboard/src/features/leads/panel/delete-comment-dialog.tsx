import { type LeadComment, leadCommentRoutes, leadRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';

const MAX_PREVIEW_LENGTH = 80;
const truncate = (text: string) =>
  text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)}…` : text;

export default function DeleteCommentDialog({
  comment,
  onClose,
}: {
  comment: LeadComment;
  onClose: () => void;
}) {
  return (
    <ConfirmCall
      route={leadCommentRoutes.deleteLeadComment}
      input={{ params: { id: comment.id } }}
      stale={[leadRoutes.leads]}
      title="Удалить комментарий?"
      confirmLabel="Удалить"
      isDangerous
      name={truncate(comment.text)}
      successTitle="Комментарий удален"
      failureTitle="Комментарий не удален"
      onClose={onClose}
    >
      Его больше никто не прочитает. В журнале останется только запись об удалении.
    </ConfirmCall>
  );
}
