import { Anchor, NativeSelect } from '@mantine/core';
import type { HomeTop } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { formatMoney } from '@/shared/format/money.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { paths } from '@/shared/paths.ts';
import { type RecordColumn, Records, toPage } from '@/shared/ui/records.tsx';
import { Section } from '@/shared/ui/section/section.tsx';
import { FilterTarget } from './filters/filter-target.tsx';
import { LeadCounts } from './lead-counts.tsx';
import { type TopFilters, useTop } from './use-top.ts';

const MAX_ROWS = 5;

const ORDER_OPTIONS = [
  { value: 'rewards_kop', label: 'По вознаграждениям' },
  { value: 'won', label: 'По сделкам' },
  { value: 'leads', label: 'По лидам' },
];

type Row = HomeTop['partners'][number] & { id: string };

const getColumns = (isFilter: boolean): readonly RecordColumn<Row>[] => [
  {
    label: 'Партнер',
    cell: ({ partner: { id, name }, leads, won, deal_kop }) => {
      const counts = <LeadCounts leads={leads} won={won} deal_kop={deal_kop} />;
      return isFilter ? (
        <FilterTarget filter="partner" value={id} name={name}>
          {counts}
        </FilterTarget>
      ) : (
        <>
          <Anchor component={Link} to={generatePath(paths.partner, { id })}>
            {name}
          </Anchor>
          {counts}
        </>
      );
    },
  },
  { label: 'Вознаграждения', cell: ({ rewards_kop }) => formatMoney(rewards_kop), isNumeric: true },
];

type BestPartnersProps = {
  filters: TopFilters;
  /** A click on a partner filters the figures of the page instead of opening the partner. */
  isFilter?: boolean;
};

/** The five best partners of a period, in a selectable order. */
export function BestPartners({ filters, isFilter = false }: BestPartnersProps) {
  const { change } = useAddress();
  const { by, query } = useTop(filters);
  const rows = query.data?.partners.slice(0, MAX_ROWS).map((row) => ({ ...row, id: row.partner.id }));
  return (
    <Section
      title="Лучшие партнеры"
      tools={
        <NativeSelect
          aria-label="Порядок партнеров"
          data={ORDER_OPTIONS}
          value={by}
          onChange={({ currentTarget }) => change({ by: currentTarget.value }, { replace: true })}
        />
      }
    >
      <Records
        label="Лучшие партнеры"
        columns={getColumns(isFilter)}
        read={{ ...query, data: toPage(rows) }}
        emptyText="За эти дни таких партнеров нет. Выберите другой порядок или период длиннее."
      />
    </Section>
  );
}
