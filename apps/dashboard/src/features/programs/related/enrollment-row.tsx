import { Anchor, Button, Group, Menu, Text } from '@mantine/core';
import {
  type EnrollmentTransition,
  type EnrollmentWithFigures,
  partnerRoutes,
  programRoutes,
} from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { Status } from '@/entities/status/status.tsx';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { paths } from '@/shared/paths.ts';
import { Confirm } from '@/shared/ui/dialog/confirm.tsx';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { EnrollmentFigures } from './enrollment-figures.tsx';
import { ACTIONS, ACTIONS_FROM } from './enrollment-transitions.ts';
import classes from './related.module.css';

const RejectDialog = lazy(() => import('@/entities/application/reject-dialog.tsx'));

type Action = EnrollmentTransition['action'];

/** Participation of a partner in the program, with actions. */
export function EnrollmentRow({ enrollment }: { enrollment: EnrollmentWithFigures }) {
  const { formatDay } = useDates();
  const transition = useApiMutation(programRoutes.moveEnrollment, [
    programRoutes.programs,
    partnerRoutes.partners,
  ]);
  const [dialogAction, setDialogAction] = useState<Action>('pause');
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [isRejectOpen, setRejectOpen] = useState(false);
  const { id, partner, status, group, terms, updated_at } = enrollment;

  const runAction = async (action: Action) => {
    try {
      await transition.mutateAsync({ params: { id }, body: { action } });
      setConfirmOpen(false);
      void toast.success({ title: ACTIONS[action].done, description: partner.name });
    } catch (error) {
      if (ACTIONS[action].question) return;
      showErrorToast(error, 'Не получилось', '');
    }
  };
  const handleAction = (action: Action) => {
    transition.reset();
    setDialogAction(action);
    if (action === 'reject') setRejectOpen(true);
    else if (ACTIONS[action].question) setConfirmOpen(true);
    else void runAction(action);
  };
  const canMove = useIsPermitted('moveEnrollment');
  const actions = (canMove ? ACTIONS_FROM[status] : []).map(
    (action) =>
      [
        action,
        {
          children: ACTIONS[action].verb,
          'aria-label': `${ACTIONS[action].verb}: ${partner.name}`,
          disabled: transition.isPending,
          onClick: () => handleAction(action),
        },
      ] as const,
  );
  return (
    <>
      <div className={classes['main']}>
        <Anchor component={Link} to={generatePath(paths.partner, { id: partner.id })} c="inherit" fw={600}>
          {partner.name}
        </Anchor>
        <Text c="dimmed">
          {[
            `с ${formatDay(updated_at)}`,
            group && `Группа «${group.name}»`,
            terms === 'personal' && 'Личная ставка',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <EnrollmentFigures enrollment={enrollment} />
      <div className={classes['end']}>
        <div className={classes['state']}>
          <Status kind="enrollment" state={status} />
        </div>
        {status === 'pending' ? (
          <Group gap="xs">
            {actions.map(([action, buttonProps]) => (
              <Button key={action} size="compact-sm" variant="default" {...buttonProps} />
            ))}
          </Group>
        ) : (
          actions.length > 0 && (
            <MoreMenu label={`Действия: ${partner.name}`} isQuiet size={34}>
              {actions.map(([action, buttonProps]) => (
                <Menu.Item key={action} {...buttonProps} />
              ))}
            </MoreMenu>
          )
        )}
      </div>
      {isRejectOpen && (
        <Suspense fallback={null}>
          <RejectDialog
            partner={partner.name}
            effect="Партнер не получит ссылку и сможет подать заявку снова."
            draft={`enrollment:${id}`}
            isSending={transition.isPending}
            error={transition.error}
            onClose={() => setRejectOpen(false)}
            onReject={(details, onDone) =>
              transition.mutate(
                { params: { id }, body: { action: 'reject', ...details } },
                {
                  onSuccess: () => {
                    onDone();
                    void toast.success({ title: ACTIONS.reject.done, description: partner.name });
                  },
                },
              )
            }
          />
        </Suspense>
      )}
      <Confirm
        isOpen={isConfirmOpen}
        title={ACTIONS[dialogAction].question ?? ''}
        confirmLabel={ACTIONS[dialogAction].verb}
        isDangerous={dialogAction !== 'pause'}
        isBusy={transition.isPending}
        failure={transition.isError ? explainError(transition.error, 'Не получилось').alert : null}
        onConfirm={() => void runAction(dialogAction)}
        onClose={() => setConfirmOpen(false)}
      >
        {partner.name}. {ACTIONS[dialogAction].effect}
      </Confirm>
    </>
  );
}
