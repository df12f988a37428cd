import { Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { ReasonField, type useReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import type { Audience } from '@/shared/visibility-hints.ts';
import { FileConfirmation, type useFileConfirmation } from './bank/file-confirmation.tsx';

type ReasonDialogProps = {
  /** Example: «Отменить выплату?» */
  title: string;
  effect: string;
  /** Label of the button: the verb of the title. */
  submitLabel: string;
  isDangerous: boolean;
  visibleTo: Audience;
  isBusy: boolean;
  reasonField: ReturnType<typeof useReasonField>;
  /** Statement about a downloaded bank file, for cancellations. */
  fileConfirmation?: ReturnType<typeof useFileConfirmation>;
  /** Number of payments in that file. */
  payments?: number;
  onConfirm: () => void;
  onClose: () => void;
};

/** Dialog that explains the effect of a payment or accrual transition and asks for a reason. */
export default function ReasonDialog(props: ReasonDialogProps) {
  const { effect, visibleTo, isBusy, reasonField, onConfirm, onClose, ...rest } = props;
  const { fileConfirmation, payments, ...dialogProps } = rest;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isFileConfirmed = fileConfirmation?.validate() ?? true;
    if (reasonField.validate() && isFileConfirmed && !isBusy) onConfirm();
  };
  const handleClose = () => {
    reasonField.discardDraft();
    onClose();
  };
  return (
    <FormDialog
      {...dialogProps}
      isSending={isBusy}
      isCancelLocked
      cancelLabel="Не сейчас"
      failure={reasonField.failure}
      onSubmit={handleSubmit}
      onClose={handleClose}
    >
      <Text>{effect}</Text>
      <ReasonField visibleTo={visibleTo} {...reasonField.field} />
      {fileConfirmation && <FileConfirmation {...fileConfirmation.field} payments={payments} />}
    </FormDialog>
  );
}
