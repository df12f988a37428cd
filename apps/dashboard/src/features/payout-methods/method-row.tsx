import { Menu, Text } from '@mantine/core';
import { type PayoutMethod, partnerRoutes, paymentRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { Permitted } from '../../shared/api/permitted.tsx';
import { useWrite } from '../../shared/api/use-write.ts';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { formatMoment } from '../../shared/format/date.ts';
import { MoreMenu } from '../../shared/ui/more-menu.tsx';
import { toast } from '../../shared/ui/toast/toast.ts';
import classes from './payout-methods.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../shared/ui/dialog/confirm.tsx')).Confirm }));

const STALE = [partnerRoutes.partners, paymentRoutes.payments];

function tell(error: unknown) {
  const { title, advice } = errorSentence(error, 'Реквизиты не изменены');
  void toast.error({ title, description: advice || 'Повторите попытку' });
}

const noteOf = ({ is_default, usable_from }: PayoutMethod) => {
  if (!is_default) return '';
  const waits = usable_from !== null && Date.parse(usable_from) > Date.now();
  return waits ? `Основной. Выплаты можно отправлять с ${formatMoment(usable_from)}` : 'Основной';
};

/** One method, and what can be done with it. */
export function MethodRow({ method }: { method: PayoutMethod }) {
  const prefer = useWrite(paymentRoutes.preferPayoutMethod, STALE);
  const remove = useWrite(paymentRoutes.deletePayoutMethod, STALE);
  const [isAsked, setAsked] = useState(false);
  const { id, label, is_default } = method;
  return (
    <li className={classes['method']}>
      <div>
        <Text className={classes['label']}>{label}</Text>
        <Text c="dimmed" size="xs">
          {noteOf(method)}
        </Text>
      </div>
      <Permitted call="deletePayoutMethod">
        <MoreMenu label={`Действия: ${label}`} isQuiet isBusy={prefer.isPending}>
          {!is_default && (
            <Menu.Item onClick={() => prefer.mutate({ params: { id } }, { onError: tell })}>
              Сделать основным
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setAsked(true)}>
            Удалить
          </Menu.Item>
        </MoreMenu>
      </Permitted>
      <Suspense fallback={null}>
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
