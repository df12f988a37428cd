import { Anchor, Progress, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { MoneyTimeline } from '@/entities/figures/money/money-timeline.tsx';
import classes from '@/entities/payment/payment.module.css';
import { type CardBalance, paymentUrl } from '@/entities/payment/payment.ts';
import { Status } from '@/entities/status/status.tsx';
import { formatMoney } from '@/shared/format/money.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { Figures } from '../figures/figures.tsx';
import { RequestPayment } from './request-payment.tsx';

/** Balance of a partner in one organization: available and pending amounts, with dates. */
export function Balance({ card }: { card: CardBalance }) {
  const { params } = useAddress();
  const { organization, available_kop, minimum_kop, missing_kop, request } = card;
  return (
    <section className={classes['panel']} aria-label={`Баланс: ${organization.name}`}>
      <Title order={2}>{organization.name}</Title>
      <div>
        <Text c="dimmed">Доступно к выплате</Text>
        <MoneyTimeline money={card}>
          {missing_kop > 0 && minimum_kop > 0 && (
            <Progress
              size={6}
              value={Math.max(0, (available_kop / minimum_kop) * 100)}
              aria-label="Сколько набрано до минимальной выплаты"
            />
          )}
        </MoneyTimeline>
      </div>
      <RequestPayment card={card} />
      {request && (
        <div className={classes['head']}>
          <Text>
            Запрос{' '}
            <Anchor component={Link} to={paymentUrl(params, request.id)}>
              {request.number}
            </Anchor>{' '}
            на {formatMoney(request.amount_kop)}
          </Text>
          <Status kind="payment" state={request.status} />
        </div>
      )}
      <Figures
        figures={[
          { label: 'На удержании', kop: card.hold_kop, note: '', search: '?tab=accruals&status=hold' },
          { label: 'На проверке', kop: card.review_kop, note: '', search: '?tab=accruals&status=review' },
          { label: 'В выплате', kop: card.reserved_kop, note: '', search: '?tab=accruals&status=reserved' },
          { label: 'Выплачено', kop: card.paid_kop, note: '', search: '?tab=payments&status=paid' },
        ]}
      />
    </section>
  );
}
