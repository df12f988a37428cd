import { Button, Group, Text } from '@mantine/core';
import { use, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { Dialog } from '../dialog/dialog.tsx';
import { LeaveGuardContext } from './leave-guard.ts';
import classes from './unsaved-changes.module.css';

type UnsavedChangesProps = {
  isDirty: boolean;
  /** Called when the user leaves without saving. */
  onLeave?: () => void;
};

/** Asks for confirmation before a link, the back button, a sign-out or closing the window discards unsaved input. */
export function UnsavedChanges({ isDirty, onLeave }: UnsavedChangesProps) {
  const guard = use(LeaveGuardContext);
  const [requested, setRequested] = useState<{ leave: () => void } | null>(null);
  const isConfirmed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isConfirmed.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty || guard === null) return;
    guard.ask = (leave) => setRequested({ leave });
    return () => {
      guard.ask = null;
    };
  }, [guard, isDirty]);
  useEffect(() => {
    if (!isDirty) return;
    const requestConfirmation = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', requestConfirmation);
    return () => window.removeEventListener('beforeunload', requestConfirmation);
  }, [isDirty]);

  const stay = () => {
    setRequested(null);
    blocker.reset?.();
  };
  const leave = () => {
    onLeave?.();
    isConfirmed.current = requested !== null;
    requested?.leave();
    blocker.proceed?.();
  };
  return (
    <Dialog
      opened={requested !== null || blocker.state === 'blocked'}
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
