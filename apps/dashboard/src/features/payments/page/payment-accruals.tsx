import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { accrualRoutes, type Payment, paymentRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { getSource } from '@/entities/accrual/source.ts';
import classes from '@/entities/payment/payment.module.css';
import { type AnyAccrual, CHANGED_BY_MONEY } from '@/entities/payment/payment.ts';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { IconX } from '@/shared/ui/icons.ts';
import { type RecordColumn, Records } from '@/shared/ui/records.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { FormerContent } from '../history/payment-items.tsx';

const columns: readonly RecordColumn<AnyAccrual>[] = [
  { label: 'Начисление', cell: ({ number }) => number },
  { label: 'За что', cell: getSource },
  {
    label: 'Дата',
    cell: ({ created_at }, { formatDay }) => (
      <span className={classes['nowrap']}>{formatDay(created_at)}</span>
    ),
    isCollapsible: true,
  },
  { label: 'Сумма', cell: ({ amount_kop }) => formatMoney(amount_kop), isNumeric: true },
];

export const usePaymentAccruals = (payment: string, cursor?: string) =>
  useApiQuery(accrualRoutes.accruals, { query: { payment: [payment], cursor } }, { keepPrevious: true });

/** Accruals of a payment with their total. Accruals of a draft can be added and removed. */
export function PaymentAccruals({ payment }: { payment: Payment }) {
  const { id, status, accruals, amount_kop } = payment;
  const [cursor, setCursor] = useState<string>();
  const read = usePaymentAccruals(id, cursor);
  const { canChange, change, isPending } = usePaymentContent(payment);
  const isOrganization = useRole() === 'organization';
  const isEnded = status === 'canceled' || status === 'returned';
  const removeColumn: RecordColumn<AnyAccrual> = {
    label: '',
    cell: (accrual) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        loading={isPending}
        aria-label={`Убрать из выплаты: ${accrual.number}`}
        onClick={() => change({ remove: [accrual.id] })}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    ),
  };
  return (
    <section className={classes['panel']} aria-label="Состав выплаты">
      <Group justify="space-between">
        <Title order={2}>Состав</Title>
        {canChange && (
          <Button
            variant="default"
            size="compact-sm"
            loading={isPending}
            onClick={() => change({ add: 'all' })}
          >
            Добавить все доступное
          </Button>
        )}
      </Group>
      {isEnded ? (
        <>
          <Text c="dimmed">
            {status === 'canceled' ? 'Выплата отменена' : 'Банк вернул выплату'}, ее начисления снова
            доступны.
          </Text>
          {isOrganization && <FormerContent id={id} />}
        </>
      ) : (
        <Records
          label="Начисления в выплате"
          columns={canChange && accruals > 1 ? [...columns, removeColumn] : columns}
          // The response is validated; its type is a union of both roles.
          read={read as typeof read & { data: { results: AnyAccrual[] } }}
          onPageChange={setCursor}
          emptyText="Начислений нет."
        />
      )}
      {(!isEnded || isOrganization) && (
        <div className={classes['head']} data-total>
          <Text fw={600}>
            {isEnded
              ? 'Было в выплате'
              : accruals === 0
                ? 'Итого'
                : `Итого: ${formatCount(accruals, ['начисление', 'начисления', 'начислений'])}`}
          </Text>
          <Text fw={600} className={classes['value']}>
            {formatMoney(amount_kop)}
          </Text>
        </div>
      )}
    </section>
  );
}

/** Edits the accruals of a draft. Requires the permission to update payments. */
function usePaymentContent({ id, version, status }: Payment) {
  const { mutate, isPending } = useApiMutation(paymentRoutes.updatePayment, CHANGED_BY_MONEY);
  const canChange = useIsPermitted('updatePayment') && useRole() === 'organization' && status === 'draft';
  const change = (body: { add?: 'all'; remove?: string[] }) =>
    mutate(
      { params: { id }, body: { ...body, version } },
      {
        onSuccess: ({ amount_kop }) =>
          void toast.success({
            title: 'Состав изменен',
            description: `К выплате ${formatMoney(amount_kop)}`,
          }),
        onError: (error) => showErrorToast(error, 'Состав не изменен', ''),
      },
    );
  return { canChange, change, isPending };
}
