import { FormDialog, type FormDialogProps } from '@/shared/ui/dialog/form-dialog.tsx';

type BankEventDialogProps = Pick<FormDialogProps, 'title' | 'submitLabel' | 'children' | 'onClose'> & {
  contractForm: Pick<FormDialogProps, 'isSending' | 'failure'> & {
    submit: FormDialogProps['onSubmit'];
    discardDraft: () => void;
  };
};

/** Form in a dialog for what the bank did with payments. Closing it deletes the draft. */
export const BankEventDialog = ({
  contractForm: { isSending, failure, submit, discardDraft },
  onClose,
  ...props
}: BankEventDialogProps) => (
  <FormDialog
    {...props}
    isSending={isSending}
    isCancelLocked
    failure={failure}
    onSubmit={submit}
    onClose={() => {
      discardDraft();
      onClose();
    }}
  />
);
