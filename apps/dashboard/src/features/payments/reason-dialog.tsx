import { Text } from '@mantine/core';
import type { FormEvent } from 'react';
import type { Reader } from '../../shared/readers.ts';
import { FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { ReasonField, type useReason } from '../../shared/ui/form/fields/reason-field.tsx';

type ReasonDialogProps = {
  /** Example: «Отменить выплату?» */
  title: string;
  effect: string;
  /** Label of the button: the verb of the title. */
  verb: string;
  isDangerous: boolean;
  readBy: Reader;
  isBusy: boolean;
  given: ReturnType<typeof useReason>;
  onSend: () => void;
  onClose: () => void;
};

/** Dialog that explains the effect of a payment or accrual transition and asks for a reason. */
export default function ReasonDialog(props: ReasonDialogProps) {
  const { effect, readBy, isBusy, given, onSend, onClose, ...words } = props;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (given.check() && !isBusy) onSend();
  };
  const close = () => {
    given.forget();
    onClose();
  };
  return (
    <FormDialog
      {...words}
      isSending={isBusy}
      isHeld
      cancelLabel="Не сейчас"
      failure={given.failure}
      onSend={send}
      onClose={close}
    >
      <Text>{effect}</Text>
      <ReasonField readBy={readBy} {...given.field} />
    </FormDialog>
  );
}
