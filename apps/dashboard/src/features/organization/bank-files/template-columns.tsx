import { ActionIcon, Button, Checkbox, Group, Input, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { BANK_FILE_FIELDS, type BankFileField } from '@referral-dashboard/api-contract';
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { IconArrowDown, IconArrowUp } from '../../../shared/ui/icons.ts';
import { moved, type TemplateColumn, toggled } from './template.ts';
import classes from './template-columns.module.css';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type TemplateColumnsProps = {
  value: readonly TemplateColumn[];
  error?: string | undefined;
  onChange: (columns: readonly TemplateColumn[]) => void;
  onReset: () => void;
};

/** Columns of a bank table: selection, order and titles. Fully usable by keyboard. */
export function TemplateColumns({ value: columns, error, onChange, onReset }: TemplateColumnsProps) {
  const [told, setTold] = useState('');
  /** Restores the focus to the pressed button, because a moved row loses it. */
  const pressed = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  });
  const shown = columns.filter(({ isShown }) => isShown).length;

  const move = (field: BankFileField, by: -1 | 1) => (event: MouseEvent<HTMLElement>) => {
    pressed.current = event.currentTarget;
    const next = moved(columns, field, by);
    setTold(`${BANK_FILE_FIELDS[field]}: ${next.findIndex((one) => one.field === field) + 1} из ${shown}`);
    onChange(next);
  };
  const retitle = (field: BankFileField, title: string) =>
    onChange(columns.map((one) => (one.field === field ? { ...one, title } : one)));

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
                pressed.current = currentTarget;
                onChange(toggled(columns, field));
              }}
            />
            {isShown && (
              <>
                <TextInput
                  aria-label={`Заголовок: ${BANK_FILE_FIELDS[field]}`}
                  maxLength={60}
                  autoComplete="off"
                  value={title}
                  onChange={({ currentTarget }) => retitle(field, currentTarget.value)}
                />
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    variant="default"
                    size={36}
                    aria-label={`Выше: ${BANK_FILE_FIELDS[field]}`}
                    aria-disabled={index === 0}
                    onClick={move(field, -1)}
                  >
                    <IconArrowUp {...icon} />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={36}
                    aria-label={`Ниже: ${BANK_FILE_FIELDS[field]}`}
                    aria-disabled={index === shown - 1}
                    onClick={move(field, 1)}
                  >
                    <IconArrowDown {...icon} />
                  </ActionIcon>
                </Group>
              </>
            )}
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      <Group gap="xs" mt="xs">
        <Button variant="default" size="xs" onClick={onReset}>
          Вернуть обычные
        </Button>
        <Text c="dimmed" size="xs">
          В файле колонок: {shown}
        </Text>
      </Group>
    </Input.Wrapper>
  );
}
