import { Text, Title } from '@mantine/core';
import { accrualRoutes, type Payment } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useRead } from '../../../shared/api/use-read.ts';
import { formatDay } from '../../../shared/format/date.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { type RecordColumn, Records } from '../../../shared/ui/records.tsx';
import type { AnyAccrual } from '../payment.ts';
import classes from '../payments.module.css';

const columns: readonly RecordColumn<AnyAccrual>[] = [
  { label: 'Начисление', cell: ({ number }) => number },
  { label: 'За что', cell: ({ explanation }) => explanation },
  {
    label: 'Дата',
    cell: ({ created_at }) => <span className={classes['whole']}>{formatDay(created_at)}</span>,
    isSpare: true,
  },
  { label: 'Сумма', cell: ({ amount_kop }) => formatMoney(amount_kop), isFigure: true },
];

/** A page of what a payment is made of. */
export const useAccruals = (payment: string, cursor?: string) =>
  useRead(accrualRoutes.accruals, { query: { payment: [payment], cursor } }, { keepPrevious: true });

/** Accruals of a payment, with the total. */
export function PaymentAccruals({ payment: { id, status, accruals, amount_kop } }: { payment: Payment }) {
  const [cursor, setCursor] = useState<string>();
  const read = useAccruals(id, cursor);
  return (
    <section className={classes['sheet']} aria-label="Состав выплаты">
      <Title order={2}>Состав</Title>
      {status === 'canceled' ? (
        <Text c="dimmed">Выплата отменена, ее начисления снова доступны.</Text>
      ) : (
        <>
          <Records
            label="Начисления в выплате"
            columns={columns}
            // The contract has checked what came; only its type is a union of what two roles see.
            read={read as typeof read & { data: { results: AnyAccrual[] } }}
            onTurn={setCursor}
            nothing="Начислений нет."
          />
          <div className={classes['head']} data-total>
            <Text fw={600}>Итого, начислений: {accruals}</Text>
            <Text fw={600} className={classes['value']}>
              {formatMoney(amount_kop)}
            </Text>
          </div>
        </>
      )}
    </section>
  );
}
