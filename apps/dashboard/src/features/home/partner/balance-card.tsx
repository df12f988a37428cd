import { Anchor, Button } from '@mantine/core';
import type { HomeBalances } from '@referral-dashboard/api-contract';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { MoneyTimeline } from '@/entities/figures/money/money-timeline.tsx';
import { ALREADY_REQUESTED, getRequestBlockers } from '@/entities/payout/request-blockers.ts';
import { Status } from '@/entities/status/status.tsx';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { createMethodUrl, paths } from '@/shared/paths.ts';
import { Section } from '@/shared/ui/section/section.tsx';
import classes from './balance-card.module.css';

const PAID_PAYMENTS_PATH = `${paths.payments}?tab=payments&status=paid`;

type Balance = HomeBalances['results'][number];

/** Partner balance: available amount, the dates of amounts on hold, and amounts in review and in payments. */
export function BalanceCard({ balance }: { balance: Balance }) {
  const { formatDay } = useDates();
  const { review_kop, reserved_kop, paid_kop, request } = balance;
  const reason = getBlockReason(balance);
  const reasonId = useId();
  return (
    <Section title="Доступно к выплате">
      <MoneyTimeline
        money={balance}
        action={
          reason ? (
            <Button variant="default" disabled aria-describedby={reasonId}>
              Запросить выплату
            </Button>
          ) : (
            <Button variant="default" component={Link} to={paths.payments}>
              Запросить выплату
            </Button>
          )
        }
      >
        <MinimumProgress balance={balance} />
        {reason && (
          <p id={reasonId} className={classes['note']}>
            {reason} {lacksMethod(balance) && <RequisitesLink partner={balance.partner.id} />}
          </p>
        )}
      </MoneyTimeline>
      <ul className={classes['facts']}>
        {review_kop > 0 && <li>{formatMoney(review_kop)} на проверке у организации</li>}
        {reserved_kop > 0 && <li>{formatMoney(reserved_kop)} уже в выплате</li>}
        {request && (
          <li>
            Запрос {request.number} на {formatMoney(request.amount_kop)} от {formatDay(request.created_at)}{' '}
            <Status kind="payment" state={request.status} />
          </li>
        )}
      </ul>
      <Link to={PAID_PAYMENTS_PATH} className={classes['paid']}>
        <span>Выплачено</span>
        <b>{formatMoney(paid_kop)}</b>
      </Link>
    </Section>
  );
}

const RequisitesLink = ({ partner }: { partner: string }) => (
  <Anchor component={Link} to={createMethodUrl(paths.profile, partner)}>
    Указать реквизиты
  </Anchor>
);

const lacksMethod = ({ blockers }: Balance) => blockers.some(({ code }) => code === 'no_method');

/** Reason why a payment cannot be requested; undefined when it can. */
function getBlockReason({
  available_kop,
  missing_kop,
  minimum_kop,
  blockers,
  request,
}: Balance): string | undefined {
  if (request) return ALREADY_REQUESTED;
  if (available_kop < 0) return `Долг ${formatMoney(-available_kop)}, вычтем из следующих выплат.`;
  if (available_kop === 0)
    return `Доступных начислений пока нет. Минимальная выплата ${formatMoney(minimum_kop)}.`;
  if (missing_kop > 0)
    return `До минимальной выплаты ${formatMoney(minimum_kop)} не хватает ${formatMoney(missing_kop)}.`;
  return getRequestBlockers(blockers)[0]?.detail;
}

/** Progress towards the minimum payment. */
function MinimumProgress({ balance: { minimum_kop, missing_kop } }: { balance: Balance }) {
  if (missing_kop === 0) return null;
  const fraction = Math.max(0, minimum_kop - missing_kop) / minimum_kop;
  return (
    <div
      className={classes['track']}
      role="progressbar"
      aria-label="До минимальной выплаты"
      aria-valuenow={Math.floor(fraction * 100)}
    >
      <div className={classes['bar']} style={{ width: `${fraction * 100}%` }} />
    </div>
  );
}
