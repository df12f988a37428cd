import { Button, Group, Text } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { useDocumentFlag } from '../viewport/use-document-flag.ts';
import classes from './save-bar.module.css';

type SaveBarProps = {
  isShown: boolean;
  isSaving: boolean;
  /** Text when there are no unsaved changes. The cancel button is hidden then. */
  idleText?: string | undefined;
  onCancel: () => void;
};

/** Sticky bar with the save and cancel buttons of a form. */
export function SaveBar({ isShown, isSaving, idleText, onCancel }: SaveBarProps) {
  useDocumentFlag('data-has-save-bar', isShown);
  // The first change shows the bar, which can appear over the edited field.
  useLayoutEffect(() => {
    if (isShown) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    isShown && (
      <div className={classes['bar']}>
        <Text role="status">{idleText ?? 'Есть несохраненные изменения'}</Text>
        <Group gap="sm" wrap="nowrap">
          {idleText === undefined && (
            <Button variant="default" onClick={onCancel} disabled={isSaving}>
              Отменить
            </Button>
          )}
          <Button type="submit" loading={isSaving}>
            Сохранить
          </Button>
        </Group>
      </div>
    )
  );
}
