import { Button, Group } from '@mantine/core';
import { type OutsideEvent, outsideEventRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { CLIENTS_VIEW } from '@/entities/lead/views.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { createLocation, paths, WAITING_PARAM } from '@/shared/paths.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { STALE_ROUTES } from './stale-routes.ts';

const RejectEventDialog = lazy(() => import('./reject-event-dialog.tsx'));

/** Decisions about an event that was not applied. */
export function EventActions({ event }: { event: OutsideEvent }) {
  const { id, can_retry, can_reject, waits_for_client } = event;
  const [isRejecting, setRejecting] = useState(false);
  const retry = useApiMutation(outsideEventRoutes.retryOutsideEvent, STALE_ROUTES);
  if (!can_retry && !can_reject && !waits_for_client) return null;
  const handleRetry = () =>
    retry.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          void toast.success({
            title: 'Событие отправлено на обработку',
            description: 'Статус обновится сам',
          }),
        onError: (error) => showErrorToast(error, 'Событие не отправлено на обработку'),
      },
    );
  return (
    <>
      <Group gap="xs">
        {waits_for_client && (
          <Button
            variant="default"
            component={Link}
            to={createLocation(paths.leads, { view: CLIENTS_VIEW, [WAITING_PARAM]: 'true' })}
          >
            Сопоставить продажу
          </Button>
        )}
        {can_retry && (
          <Button variant="default" loading={retry.isPending} onClick={handleRetry}>
            Повторить
          </Button>
        )}
        {can_reject && (
          <Button variant="subtle" color="red" onClick={() => setRejecting(true)}>
            Отклонить
          </Button>
        )}
      </Group>
      <Suspense fallback={null}>
        {isRejecting && <RejectEventDialog id={id} onClose={() => setRejecting(false)} />}
      </Suspense>
    </>
  );
}
