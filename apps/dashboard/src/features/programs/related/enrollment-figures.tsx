import { Anchor } from '@mantine/core';
import type { EnrollmentWithFigures } from '@referral-dashboard/api-contract';
import { Link, type To } from 'react-router-dom';
import { COUNTED_LEAD_STATUSES, getAccrualsLink, getLeadsLink } from '@/entities/figures/links.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import classes from './related.module.css';

/** All-time figures of a partner in the program. Each links to its rows. */
export function EnrollmentFigures({ enrollment }: { enrollment: EnrollmentWithFigures }) {
  const { program, partner, figures } = enrollment;
  const filters = { program: program.id, partner: partner.id };
  return (
    <div className={classes['figures']}>
      <Figure to={getLeadsLink(null, COUNTED_LEAD_STATUSES, filters)}>
        {formatCount(figures.leads, ['лид', 'лида', 'лидов'])}
      </Figure>
      <Figure to={getLeadsLink(null, 'won', filters)}>
        {formatCount(figures.won, ['сделка', 'сделки', 'сделок'])}
      </Figure>
      <Figure to={getAccrualsLink(null, filters)}>{formatMoney(figures.rewards_kop)}</Figure>
    </div>
  );
}

const Figure = ({ to, children }: { to: To; children: string }) => (
  <Anchor component={Link} to={to} c="inherit">
    {children}
  </Anchor>
);
