import { Alert, List, Text, Title } from '@mantine/core';
import {
  computeTransfer,
  type Transfer,
  type TransferKind,
  type TransferSource,
} from '@referral-dashboard/api-contract';
import { formatDate, formatMoment } from '../../../shared/format/date.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import type { PaymentDetails } from '../payment.ts';
import classes from '../payments.module.css';

const KINDS: Record<TransferKind, string> = {
  sent: 'Переведено',
  refused: 'Банк отказал в переводе',
  returned: 'Банк вернул',
};
const SOURCES: Record<TransferSource, string> = {
  statement: 'По выписке банка',
  file: 'По файлу банка',
  manual: 'Отмечено вручную',
};

/** Transfers of the bank for a payment, oldest first. Renders nothing without transfers and for partners. */
export function PaymentTransfers({ payment }: { payment: PaymentDetails }) {
  const { transfers } = payment;
  if (!transfers || transfers.length === 0) return null;
  return (
    <section className={classes['panel']} aria-label="Переводы банка">
      <Title order={2}>Переводы банка</Title>
      <Difference payment={payment} />
      <List spacing="sm" listStyleType="none">
        {transfers.map((transfer) => (
          <List.Item key={transfer.id}>
            <TransferLine transfer={transfer} />
          </List.Item>
        ))}
      </List>
    </section>
  );
}

/** States the surplus or the missing part of the transfers. */
function Difference({ payment }: { payment: PaymentDetails }) {
  const { status, overpaid_kop, transferred_kop } = payment;
  if (overpaid_kop > 0)
    return (
      <Alert color="amber" title={`Лишнее: ${formatMoney(overpaid_kop)}`}>
        Это долг партнера: он вычтется из следующих выплат.
      </Alert>
    );
  if (transferred_kop === 0 || (status !== 'approved' && status !== 'processing')) return null;
  return (
    <Alert
      color="amber"
      title={`Переведено ${formatMoney(transferred_kop)} из ${formatMoney(computeTransfer(payment))}`}
    >
      Выплата станет выплаченной, когда банк переведет остальное.
    </Alert>
  );
}

function TransferLine({ transfer }: { transfer: Transfer }) {
  const { kind, source, value_date, document_number, amount_kop, reason, notes, confirmed } = transfer;
  const { entered_at, entered_by } = transfer;
  return (
    <>
      <Text>
        {[`${KINDS[kind]} ${formatMoney(amount_kop)}`, value_date && formatDate(value_date), document_number]
          .filter(Boolean)
          .join(', ')}
      </Text>
      {reason !== '' && <Text>Причина: {reason}</Text>}
      <Text size="sm" c="dimmed">
        {SOURCES[source]} {formatMoment(entered_at)}
        {entered_by !== null && `, ${entered_by}`}
      </Text>
      {source === 'manual' && kind === 'sent' && (
        <Text size="sm" c="dimmed">
          {confirmed
            ? `Подтверждено выпиской: ${[confirmed.document_number, confirmed.value_date && formatDate(confirmed.value_date)].filter(Boolean).join(', ')}`
            : 'Выпиской пока не подтверждено'}
        </Text>
      )}
      {notes.map((note) => (
        <Text key={note} size="sm" fw={600}>
          {note}
        </Text>
      ))}
    </>
  );
}
