import { ActionIcon, Button, Checkbox, Group, Input, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { BANK_FILE_FIELDS, type BankFileField } from '@referral-dashboard/api-contract';
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { IconArrowDown, IconArrowUp } from '@/shared/ui/icons.ts';
import { moveColumn, type TemplateColumn, toggleColumn } from './template.ts';
import classes from './template-columns.module.css';

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type TemplateColumnsProps = {
  value: readonly TemplateColumn[];
  error?: string | undefined;
  onChange: (columns: readonly TemplateColumn[]) => void;
  onReset: () => void;
};

/** Columns of a bank table: selection, order and titles. Fully usable by keyboard. */
export function TemplateColumns({ value: columns, error, onChange, onReset }: TemplateColumnsProps) {
  const [announcement, setAnnouncement] = useState('');
  /** Restores the focus to the pressed button, because a moved row loses it. */
  const pressedButton = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    pressedButton.current?.focus();
    pressedButton.current = null;
  });
  const shownCount = columns.filter(({ isShown }) => isShown).length;

  const handleMove = (field: BankFileField, offset: -1 | 1) => (event: MouseEvent<HTMLElement>) => {
    pressedButton.current = event.currentTarget;
    const reorderedColumns = moveColumn(columns, field, offset);
    setAnnouncement(
      `${BANK_FILE_FIELDS[field]}: ${reorderedColumns.findIndex((column) => column.field === field) + 1} из ${shownCount}`,
    );
    onChange(reorderedColumns);
  };
  const changeTitle = (field: BankFileField, title: string) =>
    onChange(columns.map((column) => (column.field === field ? { ...column, title } : column)));

  return (
    <Input.Wrapper
      label="Колонки"
      description="Отметьте нужные и расставьте их, как просит банк. Заголовок можно изменить"
      error={error}
      labelElement="div"
    >
      <ol className={classes['columns']} aria-label="Колонки">
        {columns.map(({ field, title, isShown }, index) => (
          <li key={field} className={classes['column']}>
            <Checkbox
              label={BANK_FILE_FIELDS[field]}
              checked={isShown}
              onChange={({ currentTarget }) => {
                pressedButton.current = currentTarget;
                onChange(toggleColumn(columns, field));
              }}
            />
            {isShown && (
              <>
                <TextInput
                  aria-label={`Заголовок: ${BANK_FILE_FIELDS[field]}`}
                  maxLength={60}
                  autoComplete="off"
                  value={title}
                  onChange={({ currentTarget }) => changeTitle(field, currentTarget.value)}
                />
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    variant="default"
                    size={36}
                    aria-label={`Выше: ${BANK_FILE_FIELDS[field]}`}
                    aria-disabled={index === 0}
                    onClick={handleMove(field, -1)}
                  >
                    <IconArrowUp {...iconProps} />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={36}
                    aria-label={`Ниже: ${BANK_FILE_FIELDS[field]}`}
                    aria-disabled={index === shownCount - 1}
                    onClick={handleMove(field, 1)}
                  >
                    <IconArrowDown {...iconProps} />
                  </ActionIcon>
                </Group>
              </>
            )}
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Group gap="xs" mt="xs">
        <Button variant="default" size="xs" onClick={onReset}>
          Вернуть обычные
        </Button>
        <Text c="dimmed" size="xs">
          В файле колонок: {shownCount}
        </Text>
      </Group>
    </Input.Wrapper>
  );
}
