import { Button } from '@mantine/core';
import { homeRoutes, leadRoutes, type OrganizationTask } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import classes from '../parts/tasks.module.css';

type RestorableLeadTask = Extract<OrganizationTask, { kind: 'restorable_lead' }>;

const STALE_ROUTES = [homeRoutes.homeTasks, leadRoutes.leads];

const ADVICE = 'Обновите страницу и повторите';

/** Changes the status of a duplicate lead to «in progress» with one click. */
function RestoreLead({ task: { lead, first, cause } }: { task: RestorableLeadTask }) {
  const { mutate, isPending } = useApiMutation(leadRoutes.transitionLead, STALE_ROUTES);
  const reason_comment =
    cause === 'rejected' ? `Лид ${first.number} отклонен` : `Срок лида ${first.number} вышел`;
  const restore = () =>
    mutate(
      { params: { id: lead.id }, body: { to: 'in_progress', reason_comment, version: lead.version } },
      {
        onSuccess: ({ number }) =>
          void toast.success({ title: 'Лид возвращен', description: `Лид ${number} теперь «В работе»` }),
        onError: (error) => showErrorToast(error, 'Лид не возвращен', ADVICE),
      },
    );
  return (
    <Button size="compact-sm" variant="default" loading={isPending} onClick={restore}>
      Вернуть в работу
    </Button>
  );
}

/** Hides a task permanently. */
function DismissTask({ task, children }: { task: { key: string }; children: string }) {
  const { mutate, isPending } = useApiMutation(homeRoutes.dismissTask, [homeRoutes.homeTasks]);
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={isPending}
      onClick={() =>
        mutate(
          { body: { key: task.key } },
          { onError: (error) => showErrorToast(error, 'Задача не убрана', ADVICE) },
        )
      }
    >
      {children}
    </Button>
  );
}

/** Buttons that resolve a task in the list. Most task kinds have no buttons. */
export function renderTaskControls(task: OrganizationTask): ReactNode {
  switch (task.kind) {
    case 'restorable_lead':
      return (
        <span className={classes['controls']}>
          <RestoreLead task={task} />
          <DismissTask task={task}>Оставить дублем</DismissTask>
        </span>
      );
    case 'transfer_note':
      return (
        <span className={classes['controls']}>
          <DismissTask task={task}>Проверено</DismissTask>
        </span>
      );
    case 'lead_same_email':
    case 'shared_requisites':
      return (
        <span className={classes['controls']}>
          <DismissTask task={task}>Это не ошибка</DismissTask>
        </span>
      );
    default:
      return null;
  }
}
