import { Anchor } from '@mantine/core';
import { type HomeTop, LEAD_SOURCE_LABELS } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { countOf, formatNumber } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { paths } from '../../../shared/paths.ts';
import type { RecordColumn } from '../../../shared/ui/records.tsx';
import { ALL_LEADS, leadsOf } from '../places.ts';
import classes from './organization-home.module.css';

type Named<Row> = Row & { id: string };

export const partnerColumns: readonly RecordColumn<Named<HomeTop['partners'][number]>>[] = [
  {
    label: 'Партнер',
    cell: ({ partner: { id, name }, leads, won }) => (
      <>
        <Anchor component={Link} to={generatePath(paths.partner, { id })}>
          {name}
        </Anchor>
        <div className={classes['second']}>
          {countOf(leads, ['лид', 'лида', 'лидов'])} · {countOf(won, ['сделка', 'сделки', 'сделок'])}
        </div>
      </>
    ),
  },
  { label: 'Вознаграждения', cell: ({ rewards_kop }) => formatMoney(rewards_kop), isFigure: true },
];

export const sourceColumns = (days: HomeTop): readonly RecordColumn<Named<HomeTop['sources'][number]>>[] => [
  {
    label: 'Источник',
    cell: ({ source }) => (
      <Anchor component={Link} to={leadsOf(days, ALL_LEADS, { source })}>
        {LEAD_SOURCE_LABELS[source]}
      </Anchor>
    ),
  },
  { label: 'Лиды', cell: ({ leads }) => formatNumber(leads), isFigure: true },
  {
    label: 'Сделки',
    cell: ({ won, deal_kop }) => (
      <>
        {formatNumber(won)}
        <div className={classes['second']}>{formatMoney(deal_kop)}</div>
      </>
    ),
    isFigure: true,
  },
];
