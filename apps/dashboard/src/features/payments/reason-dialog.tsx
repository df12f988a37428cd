import { Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';

type ReasonDialogProps = {
  /** «Отменить выплату?» */
  title: string;
  /** What it will lead to. */
  effect: string;
  /** The button's word, the verb of the title. */
  verb: string;
  isDangerous: boolean;
  isBusy: boolean;
  error: unknown;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Says what a step about money leads to, and asks for its reason. */
export default function ReasonDialog(props: ReasonDialogProps) {
  const { title, effect, verb, isDangerous, isBusy, error, onSend, onClose } = props;
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { fields } = fieldErrorsOf(error, ['reason']);
  const failure = error && !fields.reason ? errorSentence(error, 'Не получилось') : null;

  const send = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    setMissing(text === '');
    if (text !== '' && !isBusy) onSend(text);
  };
  return (
    <FormDialog
      title={title}
      verb={verb}
      isDangerous={isDangerous}
      isSending={isBusy}
      isHeld
      wayOut="Не сейчас"
      failure={failure}
      onSend={send}
      onClose={onClose}
    >
      <Text>{effect}</Text>
      <Textarea
        label="Причина"
        autosize
        minRows={2}
        maxLength={1000}
        data-autofocus
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
        error={isMissing ? 'Укажите причину' : fields.reason}
      />
    </FormDialog>
  );
}
