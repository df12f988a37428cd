import { Button, Group } from '@mantine/core';
import { type Accrual, type AccrualStatus, accrualRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { CHANGED_BY_MONEY } from '@/entities/payment/payment.ts';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { useReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { useGroupFocus } from '@/shared/ui/form/use-group-focus.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { PartOfRewardNotice } from './part-of-reward-notice.tsx';

const ReasonDialog = lazy(() => import('@/entities/payment/reason-dialog.tsx'));

const REVIEW = {
  route: accrualRoutes.reviewAccrual,
  title: 'Отправить на проверку?',
  effect: 'Пока начисление проверяют, в выплату оно не войдет.',
  submitLabel: 'На проверку',
  successTitle: 'Начисление на проверке',
  isDangerous: false,
};
const CANCEL = {
  route: accrualRoutes.cancelAccrual,
  title: 'Отменить начисление?',
  effect:
    'Партнер эту сумму не получит. Новые движения лида вознаграждение не вернут, пока вы не вернете его сами.',
  submitLabel: 'Отменить начисление',
  successTitle: 'Начисление отменено',
  isDangerous: true,
};
const CANCEL_REWARD = {
  ...CANCEL,
  effect:
    'Партнер не получит вознаграждение за этот лид, кроме того, что уже в выплате. Как бы лид ни менялся, вернуть вознаграждение сможете только вы.',
};
const CANCEL_SALE_REWARD = {
  ...CANCEL,
  effect:
    'Партнер не получит вознаграждение за эту продажу, кроме того, что уже в выплате. Как бы оплата ни менялась, вернуть вознаграждение сможете только вы.',
};
const RESTORE = {
  route: accrualRoutes.restoreAccrual,
  title: 'Вернуть вознаграждение?',
  effect: 'Вознаграждение снова будет таким, как дают условия программы за лид в его нынешнем статусе.',
  submitLabel: 'Вернуть вознаграждение',
  successTitle: 'Вознаграждение возвращено',
  isDangerous: false,
};
const RESTORE_SALE_REWARD = {
  ...RESTORE,
  effect: 'Вознаграждение снова будет таким, как дают условия закрепления клиента за эту продажу.',
};

const getCancellation = ({ lead, sale }: Accrual) => {
  if (lead !== null) return CANCEL_REWARD;
  return sale === null ? CANCEL : CANCEL_SALE_REWARD;
};

type ReasonTransition = typeof REVIEW | typeof CANCEL | typeof RESTORE;

const OPEN_STATUSES: readonly AccrualStatus[] = ['hold', 'available', 'review'];

type AccrualTransitionsProps = {
  accrual: Accrual;
  /** Other accruals of the same lead or sale. Actions on a reward also apply to those that are not in a payment. */
  others: readonly Pick<Accrual, 'status'>[];
};

/** Actions of an accrual that is not in a payment. Actions on a reward apply to all accruals of its lead or sale. */
export function AccrualTransitions({ accrual, others }: AccrualTransitionsProps) {
  const { id, number, part_of, by_hand } = accrual;
  const canCancel = useIsPermitted('cancelAccrual');
  const [requested, setRequested] = useState<ReasonTransition | null>(null);
  const group = useGroupFocus();
  const release = useApiMutation(accrualRoutes.releaseAccrual, CHANGED_BY_MONEY);
  const openEntries = [accrual, ...others].filter((entry) => OPEN_STATUSES.includes(entry.status));
  if (part_of !== null) return <PartOfRewardNotice accrual={accrual} />;
  if (!canCancel) return null;
  if (accrual.status === 'canceled' && !by_hand) return null;
  const isInReview = openEntries.some(({ status }) => status === 'review');
  const handleRelease = () =>
    release.mutate(
      { params: { id }, body: {} },
      {
        onSuccess: () => void toast.success({ title: 'Начисление снято с проверки', description: number }),
        onError: (error) =>
          showErrorToast(error, 'Начисление осталось на проверке', 'Ниже то, что сохранено'),
      },
    );
  return (
    <Group ref={group} tabIndex={-1} gap="xs">
      {by_hand && (
        <Button
          variant="default"
          onClick={() => setRequested(accrual.sale === null ? RESTORE : RESTORE_SALE_REWARD)}
        >
          {RESTORE.submitLabel}
        </Button>
      )}
      {openEntries.length > 0 && accrual.status !== 'canceled' && (
        <>
          {isInReview ? (
            <Button onClick={handleRelease} loading={release.isPending}>
              Снять с проверки
            </Button>
          ) : (
            <Button variant="default" onClick={() => setRequested(REVIEW)}>
              {REVIEW.submitLabel}
            </Button>
          )}
          <Button variant="subtle" color="red" onClick={() => setRequested(getCancellation(accrual))}>
            {CANCEL.submitLabel}
          </Button>
        </>
      )}
      <Suspense fallback={null}>
        {requested && (
          <TransitionDialog
            id={id}
            number={number}
            requested={requested}
            onClose={() => setRequested(null)}
          />
        )}
      </Suspense>
    </Group>
  );
}

type TransitionDialogProps = { id: string; number: string; requested: ReasonTransition; onClose: () => void };

function TransitionDialog({ id, number, requested, onClose }: TransitionDialogProps) {
  const { route, successTitle, ...dialogProps } = requested;
  const { mutate, isPending, error } = useApiMutation(route, CHANGED_BY_MONEY);
  const reasonField = useReasonField(`accrual:${id}:${requested.submitLabel}`, error);
  const handleConfirm = () =>
    mutate(
      { params: { id }, body: { reason: reasonField.reason } },
      {
        onSuccess: () => {
          reasonField.discardDraft();
          onClose();
          void toast.success({ title: successTitle, description: number });
        },
      },
    );
  return (
    <ReasonDialog
      {...dialogProps}
      visibleTo="team"
      isBusy={isPending}
      reasonField={reasonField}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
