import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { type FormEvent, useRef } from 'react';
import { SHORTCUTS } from '@/shared/shortcuts/shortcuts.ts';
import { FormError } from '@/shared/ui/form/form-error.tsx';
import { useCreateCommentForm } from './use-create-comment-form.ts';

export function CreateCommentForm({ leadId }: { leadId: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  // The submit button is disabled after sending, so the focus returns to the text field.
  const { text, setDraftText, send, isSending, failure } = useCreateCommentForm(leadId, () =>
    field.current?.focus(),
  );
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <Stack component="form" gap="xs" aria-label="Новый комментарий" onSubmit={handleSubmit}>
      <Textarea
        ref={field}
        label="Комментарий для коллег"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={text}
        readOnly={isSending}
        onChange={({ currentTarget }) => setDraftText(currentTarget.value)}
        onKeyDown={getHotkeyHandler([[SHORTCUTS.sendComment.hotkey, send]])}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      />
      <FormError failure={failure} />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text c="dimmed" size="xs">
          Партнер его не увидит
        </Text>
        <Button type="submit" variant="default" loading={isSending} disabled={text.trim() === ''}>
          Отправить
        </Button>
      </Group>
    </Stack>
  );
}
