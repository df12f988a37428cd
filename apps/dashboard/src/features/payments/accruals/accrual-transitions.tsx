import { Button, Group } from '@mantine/core';
import { type Accrual, type AccrualStatus, accrualRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useIsPermitted } from '../../../shared/api/permissions.tsx';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { describeError } from '../../../shared/errors/describe-error.ts';
import { useReasonField } from '../../../shared/ui/form/fields/reason-field.tsx';
import { useGroupFocus } from '../../../shared/ui/form/use-group-focus.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { CHANGED_BY_MONEY } from '../payment.ts';
import { PartOfReward } from './part-of-reward.tsx';

const ReasonDialog = lazy(() => import('../reason-dialog.tsx'));

const REVIEW = {
  route: accrualRoutes.reviewAccrual,
  title: 'Отправить на проверку?',
  effect: 'Пока начисление проверяют, в выплату оно не войдет.',
  submitLabel: 'На проверку',
  done: 'Начисление на проверке',
  isDangerous: false,
};
const CANCEL = {
  route: accrualRoutes.cancelAccrual,
  title: 'Отменить начисление?',
  effect:
    'Партнер эту сумму не получит. Новые движения лида вознаграждение не вернут, пока вы не вернете его сами.',
  submitLabel: 'Отменить начисление',
  done: 'Начисление отменено',
  isDangerous: true,
};
const CANCEL_REWARD = {
  ...CANCEL,
  effect:
    'Партнер не получит вознаграждение за этот лид, кроме того, что уже в выплате. Как бы лид ни менялся, вернуть вознаграждение сможете только вы.',
};
const RESTORE = {
  route: accrualRoutes.restoreAccrual,
  title: 'Вернуть вознаграждение?',
  effect: 'Вознаграждение снова будет таким, как дают условия программы за лид в его нынешнем статусе.',
  submitLabel: 'Вернуть вознаграждение',
  done: 'Вознаграждение возвращено',
  isDangerous: false,
};
type Asked = typeof REVIEW | typeof CANCEL | typeof RESTORE;

const IN_HAND: readonly AccrualStatus[] = ['hold', 'available', 'review'];

type AccrualTransitionsProps = {
  accrual: Accrual;
  /** Other accruals of the same lead. Actions on a reward also apply to those that are not in a payment. */
  others: readonly Pick<Accrual, 'status'>[];
};

/** Actions of an accrual that is not in a payment. Actions on a reward apply to all accruals of its lead. */
export function AccrualTransitions({ accrual, others }: AccrualTransitionsProps) {
  const { id, number, part_of, by_hand } = accrual;
  const isMine = useIsPermitted('cancelAccrual');
  const [asked, setAsked] = useState<Asked | null>(null);
  const group = useGroupFocus();
  const release = useApiMutation(accrualRoutes.releaseAccrual, CHANGED_BY_MONEY);
  const inHand = [accrual, ...others].filter((entry) => IN_HAND.includes(entry.status));
  if (part_of !== null) return <PartOfReward accrual={accrual} />;
  if (!isMine) return null;
  if (accrual.status === 'canceled' && !by_hand) return null;
  const isChecked = inHand.some(({ status }) => status === 'review');
  const releaseNow = () =>
    release.mutate(
      { params: { id }, body: {} },
      {
        onSuccess: () => void toast.success({ title: 'Проверка окончена', description: number }),
        onError: (error) => {
          const { title, advice } = describeError(error, 'Начисление не выпущено');
          void toast.error({ title, description: advice || 'Ниже то, что сохранено' });
        },
      },
    );
  return (
    <Group ref={group} tabIndex={-1} gap="xs">
      {by_hand && (
        <Button variant="default" onClick={() => setAsked(RESTORE)}>
          {RESTORE.submitLabel}
        </Button>
      )}
      {inHand.length > 0 && accrual.status !== 'canceled' && (
        <>
          {isChecked ? (
            <Button onClick={releaseNow} loading={release.isPending}>
              Выпустить
            </Button>
          ) : (
            <Button variant="default" onClick={() => setAsked(REVIEW)}>
              {REVIEW.submitLabel}
            </Button>
          )}
          <Button
            variant="subtle"
            color="red"
            onClick={() => setAsked(accrual.lead === null ? CANCEL : CANCEL_REWARD)}
          >
            {CANCEL.submitLabel}
          </Button>
        </>
      )}
      <Suspense fallback={null}>
        {asked && <Ask id={id} number={number} asked={asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </Group>
  );
}

type AskProps = { id: string; number: string; asked: Asked; onClose: () => void };

function Ask({ id, number, asked, onClose }: AskProps) {
  const { route, done, ...words } = asked;
  const { mutate, isPending, error } = useApiMutation(route, CHANGED_BY_MONEY);
  const given = useReasonField(`accrual:${id}:${asked.submitLabel}`, error);
  const send = () =>
    mutate(
      { params: { id }, body: { reason: given.reason } },
      {
        onSuccess: () => {
          given.discardDraft();
          onClose();
          void toast.success({ title: done, description: number });
        },
      },
    );
  return (
    <ReasonDialog
      {...words}
      visibleTo="team"
      isBusy={isPending}
      reasonField={given}
      onConfirm={send}
      onClose={onClose}
    />
  );
}
