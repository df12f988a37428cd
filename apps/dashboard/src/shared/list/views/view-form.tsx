import { Button, Stack, TextInput } from '@mantine/core';
import type { ListView } from '@referral-dashboard/api-contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldErrorsOf } from '../../errors/field-errors.ts';
import { errorSentence } from '../../errors/sentence.ts';
import type { useViews } from './use-views.ts';

type ViewFormProps = {
  kept: ReturnType<typeof useViews>;
  /** View to rename; `null` for a new view. */
  renamed: ListView | null;
  onDone: () => void;
};

/** Form for the name of a new view, or for a new name of an existing one. */
export function ViewForm({ kept, renamed, onDone }: ViewFormProps) {
  const [name, setName] = useState(renamed?.name ?? '');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (renamed) field.current?.select();
  }, [renamed]);
  const before = renamed ? undefined : kept.named(name);
  const { failure } = kept;
  const told =
    failure &&
    (fieldErrorsOf(failure, ['name']).fields.name ?? errorSentence(failure, 'Вид не сохранен').title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '') field.current?.focus();
    else if (renamed) kept.rename(renamed, name.trim(), onDone);
    else kept.save(name.trim(), before, onDone);
  };
  return (
    <Stack component="form" gap="xs" aria-label="Сохранить вид" onSubmit={submit}>
      <TextInput
        ref={field}
        label={renamed ? 'Новое название' : 'Название вида'}
        maxLength={60}
        autoComplete="off"
        value={name}
        error={isMissing ? 'Введите название' : told}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={kept.isBusy}>
        {renamed ? 'Переименовать' : before ? 'Заменить вид' : 'Сохранить вид'}
      </Button>
    </Stack>
  );
}
