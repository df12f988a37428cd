import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { type TaxChecks, taxStatusRoutes } from '@referral-dashboard/api-contract';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

const POLL_INTERVAL_MS = 5000;
const NOT_CONFIGURED = 'Проверка статусов в налоговой не подключена на этом сервере.';

/** Progress of the tax status checks of self-employed partners, and the button that starts them. */
export function TaxStatusChecks() {
  const { data } = useApiQuery(taxStatusRoutes.taxChecks, {}, { isLive: true });
  const { mutate, isPending } = useApiMutation(taxStatusRoutes.checkTaxStatuses, [taxStatusRoutes.taxChecks]);
  const check = () =>
    mutate(
      {},
      {
        onSuccess: ({ waiting }) =>
          waiting === 0 &&
          void toast.success({
            title: 'Проверять некого',
            description: 'Сегодня статусы всех самозанятых с ИНН уже проверены',
          }),
        onError: (error) => showErrorToast(error, 'Проверка не начата'),
      },
    );
  const isRunning = data !== undefined && data.waiting > 0;
  return (
    <Group gap="md" role="group" aria-label="Статусы самозанятых">
      {data?.is_asked !== false && (
        <PermissionGate call="checkTaxStatuses">
          <Button variant="default" onClick={check} loading={isPending} disabled={isRunning || !data}>
            Проверить статусы
          </Button>
        </PermissionGate>
      )}
      {isRunning ? (
        <CheckProgress />
      ) : (
        <Text c="dimmed" {...(!data && { style: { visibility: 'hidden' } })}>
          {data ? describeChecks(data) : NOT_CONFIGURED}
        </Text>
      )}
    </Group>
  );
}

function describeChecks({ is_asked, total, done, failed }: TaxChecks): string {
  if (!is_asked) return NOT_CONFIGURED;
  if (total === 0) return 'Статусы самозанятых еще не проверялись.';
  return `Проверено ${done} из ${total}${failed > 0 ? `, не удалось проверить: ${failed}` : ''}.`;
}

/** Polls and shows the progress of running checks. */
function CheckProgress() {
  const { data } = useApiQuery(taxStatusRoutes.taxChecks, {}, { refetchIntervalMs: POLL_INTERVAL_MS });
  if (data === undefined) return null;
  const { total, done, failed } = data;
  return (
    <Stack gap={4} miw={200} role="status">
      <Text>
        Проверено {done} из {total}
        {failed > 0 && `, не удалось: ${failed}`}
      </Text>
      <Progress value={((done + failed) / Math.max(1, total)) * 100} aria-label="Проверка статусов" />
      <Text c="dimmed" size="xs">
        Налоговая отвечает на 2 запроса в минуту
      </Text>
    </Stack>
  );
}
