import { leadCommentRoutes, leadRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { useTextDraft } from '@/shared/drafts/use-text-draft.ts';
import { explainError } from '@/shared/errors/explain-error.ts';

/** New comment of a lead. The text is kept as a draft until it is sent; an idempotency key prevents duplicates on retry. */
export function useCreateCommentForm(leadId: string, onSent: () => void) {
  const { text, setDraftText } = useTextDraft(`lead-comment:${leadId}`);
  const { getKey, reset } = useIdempotencyKey();
  const { mutate, isPending, error } = useApiMutation(leadCommentRoutes.createLeadComment, [
    leadRoutes.leads,
  ]);
  const body = { text: text.trim() };
  const send = () => {
    if (body.text === '') return;
    mutate(
      { params: { id: leadId }, body, idempotencyKey: getKey(body) },
      {
        onSuccess: () => {
          reset();
          setDraftText('');
          onSent();
        },
      },
    );
  };
  return {
    text,
    setDraftText,
    send,
    isSending: isPending,
    failure: error && explainError(error, 'Комментарий не добавлен').alert,
  };
}
