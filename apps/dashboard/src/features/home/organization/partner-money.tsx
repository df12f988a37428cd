import { Anchor, Skeleton } from '@mantine/core';
import type { PayoutTotals } from '@referral-dashboard/api-contract';
import { Link, type To } from 'react-router-dom';
import { MoneyTimeline } from '@/entities/figures/money/money-timeline.tsx';
import { formatMoney } from '@/shared/format/money.ts';
import { paths } from '@/shared/paths.ts';
import { Section } from '@/shared/ui/section/section.tsx';
import { getAccrualsByStatusLink, getPayablePartnersLink, getPaymentsLink } from '../links.ts';
import classes from './partner-money.module.css';

type Part = { label: string; kop: number; to: To };

const getParts = ({ ready, blocked, review, under_way }: PayoutTotals): Part[] => [
  { label: 'Можно выплатить', kop: ready.sum_kop, to: getPayablePartnersLink('ready') },
  { label: 'Пока нельзя', kop: blocked.sum_kop, to: getPayablePartnersLink('blocked') },
  { label: 'На проверке', kop: review.sum_kop, to: getAccrualsByStatusLink('review') },
  {
    label: 'Уже в выплатах',
    kop: under_way.sum_kop,
    to: getPaymentsLink('requested,draft,approved,processing,failed'),
  },
];

/** Money due to partners today and on the next dates. Undefined totals are loading. */
export const PartnerMoney = ({ totals }: { totals: PayoutTotals | undefined }) => (
  <Section
    title="К выплате партнерам"
    tools={
      <Anchor component={Link} to={paths.payments}>
        Открыть выплаты
      </Anchor>
    }
  >
    <MoneyTimeline
      money={
        totals && {
          available_kop: totals.ready.sum_kop + totals.blocked.sum_kop,
          releases: totals.releases ?? { next: [], later_kop: 0 },
        }
      }
    >
      {totals ? (
        <ul className={classes['parts']}>
          {getParts(totals).map(
            ({ label, kop, to }) =>
              kop !== 0 && (
                <li key={label}>
                  {label}:{' '}
                  <Anchor component={Link} to={to} className={classes['part']}>
                    {formatMoney(kop)}
                  </Anchor>
                </li>
              ),
          )}
        </ul>
      ) : (
        <Skeleton height={12} width="60%" my={4} />
      )}
    </MoneyTimeline>
  </Section>
);
