import { Button, Group } from '@mantine/core';
import { type Accrual, type AccrualStatus, accrualRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useWrite } from '../../shared/api/use-write.ts';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { useReason } from '../../shared/ui/reason-field.tsx';
import { toast } from '../../shared/ui/toast/toast.ts';
import { CHANGED_BY_MONEY } from './payment.ts';

const ReasonDialog = lazy(() => import('./reason-dialog.tsx'));

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
  effect: 'Партнер эту сумму не получит. Вернуть начисление будет нельзя.',
  verb: 'Отменить начисление',
  done: 'Начисление отменено',
  isDangerous: true,
};
type Asked = typeof REVIEW | typeof CANCEL;

const IN_HAND: readonly AccrualStatus[] = ['hold', 'available', 'review'];

/** What may be done about an accrual until it is in a payment. */
export function AccrualSteps({ accrual: { id, number, status } }: { accrual: Accrual }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const release = useWrite(accrualRoutes.releaseAccrual, CHANGED_BY_MONEY);
  if (!IN_HAND.includes(status)) return null;
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
    <Group gap="xs">
      {status === 'review' ? (
        <Button onClick={releaseNow} loading={release.isPending}>
          Выпустить
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsked(REVIEW)}>
          {REVIEW.verb}
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={() => setAsked(CANCEL)}>
        {CANCEL.verb}
      </Button>
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
  return <ReasonDialog {...words} isBusy={isPending} given={given} onSend={send} onClose={onClose} />;
}
