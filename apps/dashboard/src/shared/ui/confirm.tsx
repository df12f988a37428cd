import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type ConfirmProps = {
  /** «Удалить реквизиты?» */
  question: string;
  /** What will happen. */
  children: ReactNode;
  /** The verb on the button: «Удалить». */
  verb: string;
  isRunning: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be taken back. */
export default function Confirm({ question, children, verb, isRunning, onConfirm, onClose }: ConfirmProps) {
  return (
    <Modal opened onClose={onClose} title={question} centered>
      <Text>{children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Отмена
        </Button>
        <Button color="red" loading={isRunning} onClick={onConfirm}>
          {verb}
        </Button>
      </Group>
    </Modal>
  );
}
