import { Text } from '@mantine/core';
import type { FormEvent } from 'react';
import type { Reader } from '../../shared/readers.ts';
import { FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { ReasonField, type useReason } from '../../shared/ui/form/fields/reason-field.tsx';

type ReasonDialogProps = {
  /** «Отменить выплату?» */
  title: string;
  /** Effect of the action. */
  effect: string;
  /** The button's word, the verb of the title. */
  verb: string;
  isDangerous: boolean;
  readBy: Reader;
  isBusy: boolean;
  given: ReturnType<typeof useReason>;
  onSend: () => void;
  onClose: () => void;
};

/** Tells the effect of a transition of money, and asks for its reason. */
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
