import { Text, Title } from '@mantine/core';
import { type PaymentItem, paymentAttemptRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { getSource } from '@/entities/accrual/source.ts';
import classes from '@/entities/payment/payment.module.css';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { type RecordColumn, Records } from '@/shared/ui/records.tsx';

type Column = RecordColumn<PaymentItem>;

const [NUMBER, SOURCE, AMOUNT]: readonly [Column, Column, Column] = [
  { label: 'Начисление', cell: ({ number }) => number },
  { label: 'За что', cell: getSource },
  { label: 'Сумма', cell: ({ amount_kop }) => formatMoney(amount_kop), isNumeric: true },
];
const REMOVED: readonly Column[] = [
  NUMBER,
  SOURCE,
  {
    label: 'Убрано',
    cell: ({ removed_at, removed_by }, { formatMoment }) =>
      removed_at && [formatMoment(removed_at), removed_by].filter(Boolean).join(', '),
    isCollapsible: true,
  },
  AMOUNT,
];

const useItems = (id: string, removed: 'true' | 'false', cursor: string | undefined) =>
  useApiQuery(
    paymentAttemptRoutes.paymentItems,
    { params: { id }, query: { removed, cursor } },
    { keepPrevious: true },
  );

/** Accruals of a payment when it was canceled or returned. */
export function FormerContent({ id }: { id: string }) {
  const [cursor, setCursor] = useState<string>();
  return (
    <Records
      label="Начисления, которые были в выплате"
      columns={[NUMBER, SOURCE, AMOUNT]}
      read={useItems(id, 'false', cursor)}
      onPageChange={setCursor}
      emptyText="Начислений в ней не было."
    />
  );
}

/** Accruals that were taken out of a payment. Renders nothing without any. */
export function RemovedItems({ id }: { id: string }) {
  const [cursor, setCursor] = useState<string>();
  const read = useItems(id, 'true', cursor);
  if (read.data === undefined ? read.error === null : read.data.results.length === 0) return null;
  return (
    <section className={classes['panel']} aria-label="Убранные начисления">
      <Title order={2}>Убранные начисления</Title>
      <Text c="dimmed">Были в этой выплате, но их убрали. В сумму они не входят.</Text>
      <Records
        label="Начисления, которые убрали"
        columns={REMOVED}
        read={read}
        onPageChange={setCursor}
        emptyText=""
      />
    </section>
  );
}
