import { Anchor } from '@mantine/core';
import { type HomeTop, LEAD_SOURCE_LABELS } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { formatCount } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { paths } from '../../../shared/paths.ts';
import type { RecordColumn } from '../../../shared/ui/records.tsx';
import { ALL_LEADS, leadsOf } from '../places.ts';
import classes from './organization-home.module.css';

export const utmColumns = (days: HomeTop): readonly RecordColumn<Named<HomeTop['utm_sources'][number]>>[] => [
  {
    label: 'Метка utm_source',
    cell: ({ utm_source, leads, won }) => (
      <>
        <Anchor component={Link} to={leadsOf(days, ALL_LEADS, { utm_source })}>
          {utm_source}
        </Anchor>
        <Brought leads={leads} won={won} />
      </>
    ),
  },
  { label: 'Сумма сделок', cell: ({ deal_kop }) => formatMoney(deal_kop), isNumeric: true },
];

type Named<Row> = Row & { id: string };

const Brought = ({ leads, won, deal_kop = 0 }: { leads: number; won: number; deal_kop?: number }) => (
  <div className={classes['second']}>
    {formatCount(leads, ['лид', 'лида', 'лидов'])} · {formatCount(won, ['сделка', 'сделки', 'сделок'])}
    {deal_kop > 0 && ` на ${formatMoney(deal_kop)}`}
  </div>
);

export const partnerColumns: readonly RecordColumn<Named<HomeTop['partners'][number]>>[] = [
  {
    label: 'Партнер',
    cell: ({ partner: { id, name }, leads, won, deal_kop }) => (
      <>
        <Anchor component={Link} to={generatePath(paths.partner, { id })}>
          {name}
        </Anchor>
        <Brought leads={leads} won={won} deal_kop={deal_kop} />
      </>
    ),
  },
  { label: 'Вознаграждения', cell: ({ rewards_kop }) => formatMoney(rewards_kop), isNumeric: true },
];

export const sourceColumns = (days: HomeTop): readonly RecordColumn<Named<HomeTop['sources'][number]>>[] => [
  {
    label: 'Источник',
    cell: ({ source, leads, won }) => (
      <>
        <Anchor component={Link} to={leadsOf(days, ALL_LEADS, { source })}>
          {LEAD_SOURCE_LABELS[source]}
        </Anchor>
        <Brought leads={leads} won={won} />
      </>
    ),
  },
  { label: 'Сумма сделок', cell: ({ deal_kop }) => formatMoney(deal_kop), isNumeric: true },
];
