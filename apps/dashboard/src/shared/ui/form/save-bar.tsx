import { Button, Group, Text } from '@mantine/core';
import classes from './save-bar.module.css';

type SaveBarProps = { isShown: boolean; isSaving: boolean; onCancel: () => void };

/** Sticks to the bottom of a form with something to save. */
export const SaveBar = ({ isShown, isSaving, onCancel }: SaveBarProps) =>
  isShown && (
    <div className={classes['bar']} data-save-bar>
      <Text className={classes['text']} role="status">
        Есть несохраненные изменения
      </Text>
      <Group gap="sm" wrap="nowrap">
        <Button variant="default" onClick={onCancel} disabled={isSaving}>
          Отменить
        </Button>
        <Button type="submit" loading={isSaving}>
          Сохранить
        </Button>
      </Group>
    </div>
  );
