import { Button, FileButton, Paper, Stack, Text, Title } from '@mantine/core';
import { type BankDirectory, bankRoutes, DIRECTORY_BYTES } from '@referral-dashboard/api-contract';
import { useRef, useState } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { encodeBase64 } from '@/shared/encode-base64.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { formatCount } from '@/shared/format/count.ts';
import type { Dates } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

const BANK_FORMS = ['банк', 'банка', 'банков'] as const;
const ERROR_TITLE = 'Справочник не загружен';
const STALE_ROUTES = [bankRoutes.bankDirectory, bankRoutes.bank, bankRoutes.banks];

function describeDirectory({ source, banks, day }: BankDirectory, { formatDay }: Dates): string {
  if (source === 'none') return 'Справочник не загружен: название банка и корр. счет вводят вручную.';
  const count = formatCount(banks, BANK_FORMS);
  if (source === 'server') return `Общий справочник сервера: ${count}.`;
  return `Ваш справочник: ${count}${day === null ? '' : `, действует с ${formatDay(day)}`}.`;
}

/** Settings of the bank directory, which finds banks by BIK. */
export function BankDirectoryCard() {
  const dates = useDates();
  const { data, error, refetch } = useApiQuery(bankRoutes.bankDirectory, {});
  const { mutate, isPending } = useApiMutation(bankRoutes.uploadBankDirectory, STALE_ROUTES);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const resetRef = useRef<() => void>(null);

  async function upload(file: File | null) {
    if (file === null) return;
    setFailure(null);
    resetRef.current?.();
    if (file.size === 0 || file.size > DIRECTORY_BYTES)
      return setFailure({
        title: ERROR_TITLE,
        advice: 'Файл пуст или больше 4 МБ. Загрузите архив, не распаковывая.',
      });
    const body = { data: await encodeBase64(file) };
    mutate(
      { body },
      {
        onSuccess: (directory) =>
          void toast.success({
            title: 'Справочник загружен',
            description: describeDirectory(directory, dates),
          }),
        onError: (error) => setFailure(explainError(error, ERROR_TITLE).alert),
      },
    );
  }

  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      radius="lg"
      component="section"
      aria-label="Справочник БИК"
    >
      <Stack gap="sm" align="start">
        <Title order={2}>Справочник БИК</Title>
        {data ? (
          <Text>{describeDirectory(data, dates)}</Text>
        ) : error ? (
          <PartProblem error={error} title="Справочник не загрузился" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={1} />
        )}
        <Text c="dimmed" size="sm">
          По нему банк находится по БИК, а корр. счет заполняется сам. Архив справочника публикует Банк
          России.
        </Text>
        <PermissionGate call="uploadBankDirectory">
          <FileButton onChange={(file) => void upload(file)} accept=".zip,.xml" resetRef={resetRef}>
            {(props) => (
              <Button variant="default" loading={isPending} {...props}>
                Загрузить справочник
              </Button>
            )}
          </FileButton>
          <ActionError failure={failure} />
        </PermissionGate>
      </Stack>
    </Paper>
  );
}
