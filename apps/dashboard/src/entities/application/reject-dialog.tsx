import { Text, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTextDraft } from '@/shared/drafts/use-text-draft.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { ReasonField, useReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { VISIBILITY_HINTS } from '@/shared/visibility-hints.ts';

type RejectDialogProps = {
  partner: string;
  /** Consequence of the rejection, shown in the dialog. */
  effect: string;
  /** Draft key of both texts. */
  draft: string;
  isSending: boolean;
  error: unknown;
  onReject: (details: { reason: string; comment: string }, onDone: () => void) => void;
  onClose: () => void;
};

/** Rejects an application: a reason for the applicant and a comment for the team. */
export default function RejectDialog(props: RejectDialogProps) {
  const { partner, effect, draft, isSending, error, onReject, onClose } = props;
  const { reason, validate, failure, field, discardDraft } = useReasonField(`${draft}:reject`, error);
  const comment = useTextDraft(`${draft}:reject-comment`);
  const close = () => {
    discardDraft();
    comment.discardDraft();
    onClose();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (validate() && !isSending) onReject({ reason, comment: comment.text.trim() }, close);
  };
  return (
    <FormDialog
      title="Отклонить заявку?"
      submitLabel="Отклонить"
      isDangerous
      isSending={isSending}
      failure={failure}
      onSubmit={handleSubmit}
      onClose={close}
    >
      <Text fw={600}>{partner}</Text>
      <Text>{effect}</Text>
      <ReasonField visibleTo="applicant" {...field} />
      <Textarea
        label="Комментарий для команды"
        description={VISIBILITY_HINTS.team}
        autosize
        minRows={2}
        maxLength={1000}
        value={comment.text}
        onChange={({ currentTarget }) => comment.setDraftText(currentTarget.value)}
      />
    </FormDialog>
  );
}
