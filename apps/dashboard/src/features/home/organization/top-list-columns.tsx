import { Anchor } from '@mantine/core';
import { type HomeTop, LEAD_SOURCE_LABELS } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { paths } from '@/shared/paths.ts';
import type { RecordColumn } from '@/shared/ui/records.tsx';
import { COUNTED_LEAD_STATUSES, getLeadsLink } from '../links.ts';
import classes from './organization-home.module.css';

export const utmColumns = (
  days: HomeTop,
): readonly RecordColumn<RowWithId<HomeTop['utm_sources'][number]>>[] => [
  {
    label: 'Метка utm_source',
    cell: ({ utm_source, leads, won }) => (
      <>
        <Anchor component={Link} to={getLeadsLink(days, COUNTED_LEAD_STATUSES, { utm_source })}>
          {utm_source}
        </Anchor>
        <LeadCounts leads={leads} won={won} />
      </>
    ),
  },
  { label: 'Сумма сделок', cell: ({ deal_kop }) => formatMoney(deal_kop), isNumeric: true },
];

type RowWithId<Row> = Row & { id: string };

const LeadCounts = ({ leads, won, deal_kop = 0 }: { leads: number; won: number; deal_kop?: number }) => (
  <div className={classes['second']}>
    {formatCount(leads, ['лид', 'лида', 'лидов'])} · {formatCount(won, ['сделка', 'сделки', 'сделок'])}
    {deal_kop > 0 && ` на ${formatMoney(deal_kop)}`}
  </div>
);

export const partnerColumns: readonly RecordColumn<RowWithId<HomeTop['partners'][number]>>[] = [
  {
    label: 'Партнер',
    cell: ({ partner: { id, name }, leads, won, deal_kop }) => (
      <>
        <Anchor component={Link} to={generatePath(paths.partner, { id })}>
          {name}
        </Anchor>
        <LeadCounts leads={leads} won={won} deal_kop={deal_kop} />
      </>
    ),
  },
  { label: 'Вознаграждения', cell: ({ rewards_kop }) => formatMoney(rewards_kop), isNumeric: true },
];

export const sourceColumns = (
  days: HomeTop,
): readonly RecordColumn<RowWithId<HomeTop['sources'][number]>>[] => [
  {
    label: 'Источник',
    cell: ({ source, leads, won }) => (
      <>
        <Anchor component={Link} to={getLeadsLink(days, COUNTED_LEAD_STATUSES, { source })}>
          {LEAD_SOURCE_LABELS[source]}
        </Anchor>
        <LeadCounts leads={leads} won={won} />
      </>
    ),
  },
  { label: 'Сумма сделок', cell: ({ deal_kop }) => formatMoney(deal_kop), isNumeric: true },
];
