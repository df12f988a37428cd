import { type LeadComment, leadCommentRoutes, leadRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '../../../shared/ui/dialog/confirm-call.tsx';

const SHOWN = 80;
const shortOf = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

export default function DeleteComment({ comment, onClose }: { comment: LeadComment; onClose: () => void }) {
  return (
    <ConfirmCall
      route={leadCommentRoutes.deleteLeadComment}
      input={{ params: { id: comment.id } }}
      stale={[leadRoutes.leads]}
      title="Удалить комментарий?"
      verb="Удалить"
      isDangerous
      name={shortOf(comment.text)}
      done="Комментарий удален"
      failed="Комментарий не удален"
      onClose={onClose}
    >
      Его больше никто не прочитает. В журнале останется только запись об удалении.
    </ConfirmCall>
  );
}
