import { Button, Group } from '@mantine/core';
import { type Accrual, type AccrualStatus, accrualRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { usePermitted } from '../../../shared/api/permitted.tsx';
import { useWrite } from '../../../shared/api/use-write.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { useReason } from '../../../shared/ui/form/fields/reason-field.tsx';
import { useKeptFocus } from '../../../shared/ui/form/use-kept-focus.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { CHANGED_BY_MONEY } from '../payment.ts';
import { PartOfReward } from './part-of-reward.tsx';

const ReasonDialog = lazy(() => import('../reason-dialog.tsx'));

const REVIEW = {
  route: accrualRoutes.reviewAccrual,
  title: 'Отправить на проверку?',
  effect: 'Пока начисление проверяют, в выплату оно не войдет.',
  verb: 'На проверку',
  done: 'Начисление на проверке',
  isDangerous: false,
};
const CANCEL = {
  route: accrualRoutes.cancelAccrual,
  title: 'Отменить начисление?',
  effect:
    'Партнер эту сумму не получит. Новые движения лида вознаграждение не вернут, пока вы не вернете его сами.',
  verb: 'Отменить начисление',
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
  verb: 'Вернуть вознаграждение',
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
  const isMine = usePermitted('cancelAccrual');
  const [asked, setAsked] = useState<Asked | null>(null);
  const group = useKeptFocus();
  const release = useWrite(accrualRoutes.releaseAccrual, CHANGED_BY_MONEY);
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
          const { title, advice } = errorSentence(error, 'Начисление не выпущено');
          void toast.error({ title, description: advice || 'Ниже то, что сохранено' });
        },
      },
    );
  return (
    <Group ref={group} tabIndex={-1} gap="xs">
      {by_hand && (
        <Button variant="default" onClick={() => setAsked(RESTORE)}>
          {RESTORE.verb}
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
              {REVIEW.verb}
            </Button>
          )}
          <Button
            variant="subtle"
            color="red"
            onClick={() => setAsked(accrual.lead === null ? CANCEL : CANCEL_REWARD)}
          >
            {CANCEL.verb}
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
  const { mutate, isPending, error } = useWrite(route, CHANGED_BY_MONEY);
  const given = useReason(`accrual:${id}:${asked.verb}`, error);
  const send = () =>
    mutate(
      { params: { id }, body: { reason: given.reason } },
      {
        onSuccess: () => {
          given.forget();
          onClose();
          void toast.success({ title: done, description: number });
        },
      },
    );
  return (
    <ReasonDialog {...words} readBy="team" isBusy={isPending} given={given} onSend={send} onClose={onClose} />
  );
}
