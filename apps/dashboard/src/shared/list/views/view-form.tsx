import { Button, Stack, TextInput } from '@mantine/core';
import type { ListView } from '@referral-dashboard/api-contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { explainError } from '@/shared/errors/explain-error.ts';
import type { useViews } from './use-views.ts';

type ViewFormProps = {
  savedViews: ReturnType<typeof useViews>;
  /** View to rename; `null` for a new view. */
  renamed: ListView | null;
  onDone: () => void;
};

/** Form for the name of a new view, or for a new name of an existing one. */
export function ViewForm({ savedViews, renamed, onDone }: ViewFormProps) {
  const [name, setName] = useState(renamed?.name ?? '');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (renamed) field.current?.select();
  }, [renamed]);
  const replaced = renamed ? undefined : savedViews.findByName(name);
  const { failure } = savedViews;
  const errorText = failure && explainError(failure, 'Вид не сохранен').sentence;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '') field.current?.focus();
    else if (renamed) savedViews.rename(renamed, name.trim(), onDone);
    else savedViews.save(name.trim(), replaced, onDone);
  };
  return (
    <Stack component="form" gap="xs" aria-label="Сохранить вид" onSubmit={submit}>
      <TextInput
        ref={field}
        label={renamed ? 'Новое название' : 'Название вида'}
        maxLength={60}
        autoComplete="off"
        value={name}
        error={isMissing ? 'Введите название' : errorText}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={savedViews.isBusy}>
        {renamed ? 'Переименовать' : replaced ? 'Заменить вид' : 'Сохранить вид'}
      </Button>
    </Stack>
  );
}
