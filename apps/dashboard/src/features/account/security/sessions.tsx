import { Button, Group, Stack, Text } from '@mantine/core';
import { accountRoutes } from '@referral-dashboard/api-contract';
import type { ResponseOf } from '@/shared/api/call.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { browserName } from './browser-name.ts';

type Session = ResponseOf<typeof accountRoutes.sessions>['results'][number];

const STALE = [accountRoutes.sessions];

const showFailure = (error: unknown) => showErrorToast(error, 'Вход не завершен');

/** Active sessions of the user. Any other session can be ended here. */
export function Sessions() {
  const { data, error, refetch } = useApiQuery(accountRoutes.sessions, {});
  const endOthers = useApiMutation(accountRoutes.endOtherSessions, STALE);
  if (data === undefined)
    return error ? (
      <PartProblem error={error} title="Список входов не загрузился" onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton lines={2} />
    );
  return (
    <Stack gap="sm">
      {data.results.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
      {data.results.length > 1 && (
        <Button
          variant="default"
          w="fit-content"
          loading={endOthers.isPending}
          onClick={() => endOthers.mutate({}, { onError: showFailure })}
        >
          Завершить все остальные
        </Button>
      )}
    </Stack>
  );
}

function SessionRow({ session: { id, user_agent, used_at, is_current } }: { session: Session }) {
  const { formatMoment } = useDates();
  const end = useApiMutation(accountRoutes.endSession, STALE);
  const name = browserName(user_agent);
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text>{name}</Text>
        <Text c="dimmed" size="xs">
          {is_current ? 'Этот браузер' : `Последний раз ${formatMoment(used_at)}`}
        </Text>
      </div>
      {!is_current && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          flex="none"
          loading={end.isPending}
          aria-label={`Завершить: ${name}, ${formatMoment(used_at)}`}
          onClick={() => end.mutate({ params: { id } }, { onError: showFailure })}
        >
          Завершить
        </Button>
      )}
    </Group>
  );
}
