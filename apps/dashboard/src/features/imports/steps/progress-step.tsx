import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { type ImportView, importRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { formatCount, formatNumber } from '@/shared/format/count.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { ROWS } from '../import.ts';
import classes from '../imports.module.css';

/** Progress of the check or the run, with a button that stops it. */
export function ProgressStep({ view }: { view: ImportView }) {
  const { id, state, total, counts } = view;
  const { mutate, isPending } = useApiMutation(importRoutes.cancelImport, [importRoutes.imports]);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const isUndo = state === 'undoing';
  const processed = isUndo ? counts.undone : total - counts.waiting;
  const isCheck = state === 'checking';
  const label = isCheck ? 'Проверяем файл' : isUndo ? 'Отменяем строки' : 'Загружаем строки';
  return (
    <Stack gap="md" maw={640}>
      <Text role="status">{label}. Страницу можно закрыть: работа продолжится.</Text>
      <Progress.Root size="lg">
        <Progress.Section value={total === 0 ? 0 : (processed / total) * 100} aria-label={label} />
      </Progress.Root>
      <Text c="dimmed" className={classes['figures']}>
        Готово {formatNumber(processed)} из {formatCount(total, ROWS)}
      </Text>
      <ActionError failure={failure} />
      {!isUndo && (
        <Group>
          <Button
            variant="default"
            loading={isPending}
            onClick={() =>
              mutate(
                { params: { id } },
                { onError: (error) => setFailure(explainError(error, 'Не остановлено').alert) },
              )
            }
          >
            {isCheck ? 'Остановить проверку' : 'Остановить загрузку'}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
