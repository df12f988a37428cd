import { Anchor } from '@mantine/core';
import { type HomeTop, LEAD_SOURCE_LABELS } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { LeadCounts } from '@/entities/figures/lead-counts.tsx';
import { COUNTED_LEAD_STATUSES, getLeadsLink } from '@/entities/figures/links.ts';
import { formatMoney } from '@/shared/format/money.ts';
import type { RecordColumn } from '@/shared/ui/records.tsx';

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
