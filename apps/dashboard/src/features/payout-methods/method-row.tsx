import { Button, Menu, Text } from '@mantine/core';
import { type PayoutMethod, paymentRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { formatMethod } from '@/entities/requisites/format-method.ts';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import type { Dates } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import { CHANGED_BY_METHODS } from './method-fields.ts';
import classes from './payout-methods.module.css';

const Confirm = lazy(async () => ({ default: (await import('@/shared/ui/dialog/confirm.tsx')).Confirm }));

const ProveMethod = lazy(() => import('./prove-method.tsx'));

const FAILURE_TITLE = 'Реквизиты не изменены';
const showFailure = (error: unknown) => showErrorToast(error, FAILURE_TITLE);

const describeDefault = ({ is_default, usable_from }: PayoutMethod, { formatMoment }: Dates) => {
  if (!is_default) return '';
  const isWaiting = usable_from !== null && Date.parse(usable_from) > Date.now();
  return isWaiting ? `Основные. Выплаты можно отправлять с ${formatMoment(usable_from)}` : 'Основные';
};

/** One payout method and its actions. */
export function MethodRow({ method }: { method: PayoutMethod }) {
  const dates = useDates();
  const makeDefault = useApiMutation(paymentRoutes.preferPayoutMethod, CHANGED_BY_METHODS);
  const remove = useApiMutation(paymentRoutes.deletePayoutMethod, CHANGED_BY_METHODS);
  const sendCode = useApiMutation(paymentRoutes.sendPayoutMethodCode, []);
  const [isDeleting, setDeleting] = useState(false);
  const [isProving, setProving] = useState(false);
  const { id, label, is_default } = method;
  return (
    <li className={classes['method']}>
      <div>
        <Text className={classes['label']}>{formatMethod(label)}</Text>
        <Text c="dimmed" size="xs">
          {describeDefault(method, dates)}
        </Text>
        {method.can_be_proven && (
          <Button
            variant="default"
            size="xs"
            mt={4}
            loading={sendCode.isPending}
            onClick={() =>
              sendCode.mutate({ params: { id } }, { onSuccess: () => setProving(true), onError: showFailure })
            }
          >
            Подтвердить кодом и не ждать
          </Button>
        )}
      </div>
      <PermissionGate call="deletePayoutMethod">
        <MoreMenu label={`Действия: ${label}`} isQuiet isBusy={makeDefault.isPending}>
          {!is_default && (
            <Menu.Item onClick={() => makeDefault.mutate({ params: { id } }, { onError: showFailure })}>
              Сделать основными
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            Удалить
          </Menu.Item>
        </MoreMenu>
      </PermissionGate>
      <Suspense fallback={null}>
        {isProving && <ProveMethod method={method} onClose={() => setProving(false)} />}
        {isDeleting && (
          <Confirm
            isOpen
            isDangerous
            title="Удалить реквизиты?"
            confirmLabel="Удалить"
            isBusy={remove.isPending}
            failure={remove.error && explainError(remove.error, FAILURE_TITLE).alert}
            onConfirm={() => remove.mutate({ params: { id } }, { onSuccess: () => setDeleting(false) })}
            onClose={() => setDeleting(false)}
          >
            {formatMethod(label)}.{' '}
            {is_default && 'Новые выплаты нельзя будет отправить, пока не выбраны другие. '}
            Уже отправленные выплаты не изменятся.
          </Confirm>
        )}
      </Suspense>
    </li>
  );
}
