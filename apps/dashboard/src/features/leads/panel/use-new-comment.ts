import { leadCommentRoutes, leadRoutes } from '@referral-dashboard/api-contract';
import { useActionKey } from '../../../shared/api/action-key.ts';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useTextDraft } from '../../../shared/drafts/use-text-draft.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';

/** New comment of a lead. The text is kept as a draft until it is sent; an idempotency key prevents duplicates on retry. */
export function useNewComment(leadId: string, onSent: () => void) {
  const { text, type } = useTextDraft(`lead-comment:${leadId}`);
  const { keyOf, happened } = useActionKey();
  const { mutate, isPending, error } = useWrite(leadCommentRoutes.createLeadComment, [leadRoutes.leads]);
  const body = { text: text.trim() };
  const send = () => {
    if (body.text === '') return;
    mutate(
      { params: { id: leadId }, body, idempotencyKey: keyOf(body) },
      {
        onSuccess: () => {
          happened();
          type('');
          onSent();
        },
      },
    );
  };
  return {
    text,
    type,
    send,
    isSending: isPending,
    failure: error && errorSentence(error, 'Комментарий не добавлен'),
  };
}
