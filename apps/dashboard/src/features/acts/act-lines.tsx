import { Text, Title } from '@mantine/core';
import { ACT_DATES, type ActLine } from '@referral-dashboard/api-contract';
import type { ActDetails } from '@/entities/act/act.ts';
import classes from '@/entities/payment/payment.module.css';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { type RecordColumn, Records } from '@/shared/ui/records.tsx';

type Line = ActLine & { id: string };

const columns: readonly RecordColumn<Line>[] = [
  { label: 'Выплата', cell: ({ payment }) => payment },
  { label: 'За что', cell: ({ text }) => text },
  {
    label: 'Дата перевода',
    cell: ({ paid_on }) => <span className={classes['nowrap']}>{formatDate(paid_on)}</span>,
    isCollapsible: true,
  },
  { label: 'Сумма', cell: ({ amount_kop }) => formatMoney(amount_kop), isNumeric: true },
];

export function ActLines({ act: { content, amount_kop } }: { act: ActDetails }) {
  const results = content.lines.map((line, index) => ({ ...line, id: String(index) }));
  const read = {
    data: { results, next: null, previous: null },
    error: null,
    isPlaceholderData: false,
    refetch: async () => undefined,
  };
  return (
    <section className={classes['panel']} aria-label="Состав акта">
      <Title order={2}>Состав</Title>
      <Records
        label="Строки акта"
        columns={columns}
        read={read}
        onPageChange={() => undefined}
        emptyText=""
      />
      <div className={classes['head']} data-total>
        <Text fw={600}>Итого</Text>
        <Text fw={600} className={classes['value']}>
          {formatMoney(amount_kop)}
        </Text>
      </div>
      <Text size="sm" c="dimmed">
        {ACT_DATES}
      </Text>
      <Text c="dimmed">{content.vat}</Text>
      {content.tax && <Text>{content.tax}</Text>}
      <Text>{content.closing}</Text>
    </section>
  );
}
