import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';
import { errorSentence } from '../../shared/errors/sentence.ts';

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
    <Modal opened onClose={onClose} title={title} centered styles={{ title: { fontWeight: 600 } }}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
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
          {failure && (
            <Alert role="alert" color="red" title={failure.title}>
              {failure.advice}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              Не сейчас
            </Button>
            <Button type="submit" loading={isBusy} {...(isDangerous && { color: 'red' })}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
