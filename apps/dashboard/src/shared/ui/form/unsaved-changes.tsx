import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { Dialog } from '../dialog/dialog.tsx';
import classes from './unsaved-changes.module.css';

type UnsavedChangesProps = {
  isDirty: boolean;
  /** Called when the user leaves without saving. */
  onLeave?: () => void;
};

/** Asks for confirmation before a link, the back button or closing the window discards unsaved input. */
export function UnsavedChanges({ isDirty, onLeave }: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const requestConfirmation = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', requestConfirmation);
    return () => window.removeEventListener('beforeunload', requestConfirmation);
  }, [isDirty]);

  const stay = () => blocker.reset?.();
  const leave = () => {
    onLeave?.();
    blocker.proceed?.();
  };
  return (
    <Dialog
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title="Уйти без сохранения?"
      classNames={{ title: classes['title'] }}
    >
      <Text>Введенные изменения не сохранены и пропадут.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={leave}>
          Уйти
        </Button>
        <Button onClick={stay} data-autofocus>
          Остаться
        </Button>
      </Group>
    </Dialog>
  );
}
