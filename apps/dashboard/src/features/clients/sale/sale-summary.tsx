import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { createLocation, paths } from '@/shared/paths.ts';
import { type AnySale, isFullSale } from '../client.ts';
import classes from '../clients.module.css';
import { formatAmount } from './sale.ts';

/** Describes the reward of a sale, or the reason for its absence. */
export function describeReward({ canceled_at, reward_kop, program, lead, ...sale }: AnySale): string {
  if (canceled_at !== null) return lead !== null ? 'Отменена: лид больше не сделка' : 'Отменена';
  if (reward_kop !== 0) return `Вознаграждение ${formatMoney(reward_kop)}`;
  if (sale.unrewarded) return 'Загружена из файла без вознаграждения';
  if (sale.cap_reached !== null) return sale.cap_reached;
  if (program === null) return 'Клиент не был закреплен, вознаграждения нет';
  if (sale.refunded_kop > 0 && sale.refunded_kop === sale.amount_kop)
    return 'Вознаграждение отменено: деньги вернули';
  return lead === null ? 'По условиям закрепления вознаграждения нет' : 'Вознаграждение не начислено';
}

/** Number, day, amount and lead of a sale, with its product and reward. */
export function SaleSummary({ sale }: { sale: AnySale }) {
  const { number, paid_on, lead, refund_of, refunded_kop } = sale;
  const comment = isFullSale(sale) ? sale.comment : '';
  const notes = [
    sale.product,
    refund_of === null ? describeReward(sale) : '',
    refunded_kop > 0 ? `Вернули ${formatMoney(refunded_kop)}` : '',
    comment,
  ].filter((note) => note !== '');
  return (
    <div className={classes['summary']} data-void={sale.canceled_at !== null || undefined}>
      <span>
        {refund_of ? `Возврат по ${refund_of.number}` : number}, {formatDate(paid_on)}
        {lead && (
          <>
            {' · '}
            <Anchor component={Link} to={createLocation(paths.leads, { id: lead.id })}>
              {lead.number}
            </Anchor>
          </>
        )}
      </span>
      <span className={classes['amount']}>{formatAmount(sale)}</span>
      {notes.map((note) => (
        <Text key={note} c="dimmed" size="xs" className={classes['note']}>
          {note}
        </Text>
      ))}
    </div>
  );
}
