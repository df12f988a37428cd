import { Alert, List, Text, Title } from '@mantine/core';
import {
  computeTransfer,
  type PaymentStatus,
  sumAmounts,
  type Transfer,
  type TransferKind,
  type TransferSource,
} from '@referral-dashboard/api-contract';
import classes from '@/entities/payment/payment.module.css';
import type { PaymentDetails } from '@/entities/payment/payment.ts';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';

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

const AWAITED = 'Выплата станет выплаченной, когда банк переведет остальное.';
/** What completes a payment that the bank has transferred before or in part. */
const NEXT: Record<Exclude<PaymentStatus, 'paid' | 'canceled' | 'returned'>, string> = {
  requested:
    'Примите и утвердите выплату, и переведенное засчитается. Если отменить ее, оно станет долгом партнера.',
  draft: 'Утвердите выплату, и переведенное засчитается. Если отменить ее, оно станет долгом партнера.',
  approved: AWAITED,
  processing: AWAITED,
  failed: 'Повторите выплату, чтобы перевести остальное.',
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

/** States the surplus, the returned part or the missing part of the transfers. */
function Difference({ payment }: { payment: PaymentDetails }) {
  const { status, overpaid_kop, partly_returned_kop, transferred_kop } = payment;
  if (overpaid_kop > 0)
    return (
      <Alert color="amber" title={`Лишнее: ${formatMoney(overpaid_kop)}`}>
        Это долг партнера: он вычтется из следующих выплат.
      </Alert>
    );
  if (partly_returned_kop > 0)
    return (
      <Alert color="amber" title={`Банк вернул часть: ${formatMoney(partly_returned_kop)}`}>
        Эта сумма войдет в следующую выплату партнеру.
      </Alert>
    );
  if (transferred_kop === 0 || status === 'paid' || status === 'canceled' || status === 'returned')
    return null;
  return (
    <Alert
      color="amber"
      title={`Переведено ${formatMoney(transferred_kop)} из ${formatMoney(computeTransfer(payment))}`}
    >
      {NEXT[status]}
    </Alert>
  );
}

function TransferLine({ transfer }: { transfer: Transfer }) {
  const { formatMoment } = useDates();
  const { kind, source, value_date, document_number, amount_kop, reason, notes } = transfer;
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
      {source === 'manual' && kind !== 'refused' && <Confirmation transfer={transfer} />}
      {notes.map((note) => (
        <Text key={note} size="sm" fw={600}>
          {note}
        </Text>
      ))}
    </>
  );
}

/** Lists the bank documents of a manual entry, and the part of it that they do not confirm. */
function Confirmation({ transfer: { amount_kop, confirmed } }: { transfer: Transfer }) {
  const rest_kop = amount_kop - sumAmounts(confirmed);
  return (
    <>
      {confirmed.map((document) => (
        <Text key={document.document_number} size="sm" c="dimmed">
          {`Подтверждено выпиской: ${[
            document.document_number,
            document.value_date && formatDate(document.value_date),
            document.amount_kop < amount_kop && formatMoney(document.amount_kop),
          ]
            .filter(Boolean)
            .join(', ')}`}
        </Text>
      ))}
      {rest_kop > 0 && (
        <Text size="sm" c="dimmed">
          {confirmed.length === 0
            ? 'Выпиской пока не подтверждено'
            : `Выпиской пока не подтверждено ${formatMoney(rest_kop)}`}
        </Text>
      )}
    </>
  );
}
