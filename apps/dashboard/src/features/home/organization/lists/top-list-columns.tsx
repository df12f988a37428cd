import { type HomeTop, joinList, LEAD_SOURCE_LABELS } from '@referral-dashboard/api-contract';
import { FilterTarget } from '@/entities/figures/filters/filter-target.tsx';
import { LeadCounts } from '@/entities/figures/lead-counts.tsx';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import type { RecordColumn } from '@/shared/ui/records.tsx';
import { ShareLine } from './share-line.tsx';
import { getShareBps } from './source-shares.ts';

type RowWithId<Row> = Row & { id: string };

const dealsColumn = {
  label: 'Сумма сделок',
  cell: ({ deal_kop }: { deal_kop: number }) => formatMoney(deal_kop),
  isNumeric: true,
};

export const programColumns: readonly RecordColumn<RowWithId<HomeTop['programs'][number]>>[] = [
  {
    label: 'Программа',
    cell: ({ program: { id, name }, leads, won }) => (
      <FilterTarget filter="program" value={id} name={name}>
        <LeadCounts leads={leads} won={won} />
      </FilterTarget>
    ),
  },
  dealsColumn,
];

export const getSourceColumns = (
  sources: HomeTop['sources'],
): readonly RecordColumn<RowWithId<HomeTop['sources'][number]>>[] => [
  {
    label: 'Источник, доля лидов и доля сделок',
    cell: (row) => (
      <FilterTarget filter="source" value={row.source} name={LEAD_SOURCE_LABELS[row.source]}>
        <ShareLine
          text={formatCount(row.leads, ['лид', 'лида', 'лидов'])}
          bps={getShareBps(sources, 'leads', row)}
        />
        <ShareLine
          text={formatCount(row.won, ['сделка', 'сделки', 'сделок'])}
          bps={getShareBps(sources, 'won', row)}
        />
      </FilterTarget>
    ),
  },
  dealsColumn,
];

export const utmColumns: readonly RecordColumn<RowWithId<HomeTop['utm_sources'][number]>>[] = [
  {
    label: 'Метка utm_source',
    cell: ({ utm_source, leads, won }) => (
      <FilterTarget filter="utm_source" value={joinList([utm_source])} name={utm_source}>
        <LeadCounts leads={leads} won={won} />
      </FilterTarget>
    ),
  },
  dealsColumn,
];
