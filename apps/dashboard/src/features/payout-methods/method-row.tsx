import { Button, Menu, Text } from '@mantine/core';
import { type PayoutMethod, paymentRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { Permitted } from '../../shared/api/permitted.tsx';
import { useWrite } from '../../shared/api/use-write.ts';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { formatMoment } from '../../shared/format/date.ts';
import { MoreMenu } from '../../shared/ui/dropdown/more-menu.tsx';
import { toast } from '../../shared/ui/toast/toast.ts';
import { CHANGED_BY_METHODS } from './method-fields.ts';
import classes from './payout-methods.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../shared/ui/dialog/confirm.tsx')).Confirm }));

const ProveMethod = lazy(() => import('./prove-method.tsx'));

function tell(error: unknown) {
  const { title, advice } = errorSentence(error, 'Реквизиты не изменены');
  void toast.error({ title, description: advice || 'Повторите попытку' });
}

const noteOf = ({ is_default, usable_from }: PayoutMethod) => {
  if (!is_default) return '';
  const waits = usable_from !== null && Date.parse(usable_from) > Date.now();
  return waits ? `Основные. Выплаты можно отправлять с ${formatMoment(usable_from)}` : 'Основные';
};

/** One payout method and its actions. */
export function MethodRow({ method }: { method: PayoutMethod }) {
  const prefer = useWrite(paymentRoutes.preferPayoutMethod, CHANGED_BY_METHODS);
  const remove = useWrite(paymentRoutes.deletePayoutMethod, CHANGED_BY_METHODS);
  const sendCode = useWrite(paymentRoutes.sendPayoutMethodCode, []);
  const [isAsked, setAsked] = useState(false);
  const [isProving, setProving] = useState(false);
  const { id, label, is_default } = method;
  return (
    <li className={classes['method']}>
      <div>
        <Text className={classes['label']}>{label}</Text>
        <Text c="dimmed" size="xs">
          {noteOf(method)}
        </Text>
        {method.can_be_proven && (
          <Button
            variant="default"
            size="xs"
            mt={4}
            loading={sendCode.isPending}
            onClick={() =>
              sendCode.mutate({ params: { id } }, { onSuccess: () => setProving(true), onError: tell })
            }
          >
            Подтвердить кодом и не ждать
          </Button>
        )}
      </div>
      <Permitted call="deletePayoutMethod">
        <MoreMenu label={`Действия: ${label}`} isQuiet isBusy={prefer.isPending}>
          {!is_default && (
            <Menu.Item onClick={() => prefer.mutate({ params: { id } }, { onError: tell })}>
              Сделать основными
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setAsked(true)}>
            Удалить
          </Menu.Item>
        </MoreMenu>
      </Permitted>
      <Suspense fallback={null}>
        {isProving && <ProveMethod method={method} onClose={() => setProving(false)} />}
        {isAsked && (
          <Confirm
            isOpen
            isDangerous
            title="Удалить реквизиты?"
            verb="Удалить"
            isBusy={remove.isPending}
            failure={remove.error && errorSentence(remove.error, 'Реквизиты не изменены')}
            onConfirm={() => remove.mutate({ params: { id } }, { onSuccess: () => setAsked(false) })}
            onClose={() => setAsked(false)}
          >
            {label}. {is_default && 'Новые выплаты нельзя будет отправить, пока не выбраны другие. '}
            Уже отправленные выплаты не изменятся.
          </Confirm>
        )}
      </Suspense>
    </li>
  );
}
