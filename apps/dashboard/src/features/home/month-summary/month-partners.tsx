import { type HomeTop, homeRoutes, leadRoutes } from '@referral-dashboard/api-contract';
import { COUNTED_LEAD_STATUSES } from '@/entities/figures/links.ts';
import type { Days } from '@/entities/figures/period/days.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { ExportMenu } from '@/shared/list/export/export-menu.tsx';
import { type RecordColumn, Records, toPage } from '@/shared/ui/records.tsx';
import { Section } from '@/shared/ui/section/section.tsx';
import { partnerColumn } from './partner-column.tsx';

const MAX_ROWS = 10;

type Row = HomeTop['partners'][number] & { id: string };

const columns: readonly RecordColumn<Row>[] = [
  partnerColumn,
  {
    label: 'Лиды',
    cell: ({ leads }) => formatCount(leads, ['лид', 'лида', 'лидов']),
    isNumeric: true,
    isCollapsible: true,
  },
  {
    label: 'Сделки',
    cell: ({ won }) => formatCount(won, ['сделка', 'сделки', 'сделок']),
    isNumeric: true,
    isCollapsible: true,
  },
  {
    label: 'Сумма сделок',
    cell: ({ deal_kop }) => formatMoney(deal_kop),
    isNumeric: true,
    isCollapsible: true,
  },
  { label: 'Вознаграждение', cell: ({ rewards_kop }) => formatMoney(rewards_kop), isNumeric: true },
];

/** The ten partners with the largest rewards of a month. The export contains all leads of the month. */
export function MonthPartners({ days: { from, to } }: { days: Days }) {
  const { data, ...read } = useApiQuery(
    homeRoutes.homeTop,
    { query: { from, to, by: 'rewards_kop', limit: '12' } },
    { keepPrevious: true, isLive: true },
  );
  const results = data?.partners.slice(0, MAX_ROWS).map((row) => ({ ...row, id: row.partner.id }));
  return (
    <Section
      title="Лучшие партнеры"
      tools={
        <ExportMenu
          route={leadRoutes.exportLeads}
          query={{ status: COUNTED_LEAD_STATUSES, created_from: from, created_to: to }}
          name="Лиды месяца"
          label="Экспорт: лиды месяца"
        />
      }
    >
      <Records
        label="Лучшие партнеры"
        columns={columns}
        read={{ ...read, data: toPage(results) }}
        emptyText="За этот месяц вознаграждений нет. Выберите другой месяц."
      />
    </Section>
  );
}
