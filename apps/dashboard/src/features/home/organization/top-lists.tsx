import { NativeSelect } from '@mantine/core';
import { homeRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { getDefault, parseQuery } from '@/shared/list/address.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { Records } from '@/shared/ui/records.tsx';
import { Section } from '../parts/section.tsx';
import classes from './organization-home.module.css';
import { partnerColumns, sourceColumns, utmColumns } from './top-list-columns.tsx';

const ORDER_OPTIONS = [
  { value: 'rewards_kop', label: 'По вознаграждениям' },
  { value: 'won', label: 'По сделкам' },
  { value: 'leads', label: 'По лидам' },
];

/** Wraps a short list as a single page. */
const toPage = <Row,>(results: Row[] | undefined) => results && { results, next: null, previous: null };
const ignorePageChange = () => undefined;

/** Best partners and sources of the period. */
export function TopLists({ period }: { period: { from?: string; to?: string } }) {
  const { params, change } = useAddress();
  const ordering = parseQuery(homeRoutes.homeTop, params)['by'] ?? getDefault(homeRoutes.homeTop, 'by');
  const { data, ...topQuery } = useApiQuery(
    homeRoutes.homeTop,
    { query: { ...period, by: ordering as 'won' } },
    { keepPrevious: true, isLive: true },
  );
  const partners = data?.partners.map((row) => ({ ...row, id: row.partner.id }));
  const sources = data?.sources.map((row) => ({ ...row, id: row.source }));
  const utmSources = data?.utm_sources.map((row) => ({ ...row, id: row.utm_source })) ?? [];
  return (
    <div className={classes['twoColumns']}>
      <Section
        title="Лучшие партнеры"
        tools={
          <NativeSelect
            aria-label="Порядок партнеров"
            data={ORDER_OPTIONS}
            value={ordering}
            onChange={({ currentTarget }) => change({ by: currentTarget.value }, { replace: true })}
          />
        }
      >
        <Records
          label="Лучшие партнеры"
          columns={partnerColumns}
          read={{ ...topQuery, data: toPage(partners) }}
          onPageChange={ignorePageChange}
          emptyText="За эти дни таких партнеров нет. Выберите другой порядок или период длиннее."
        />
      </Section>
      <Section title="Источники">
        <Records
          label="Источники лидов"
          columns={data ? sourceColumns(data) : []}
          read={{ ...topQuery, data: toPage(sources) }}
          onPageChange={ignorePageChange}
          emptyText="За эти дни лидов не было."
        />
        {data && utmSources.length > 0 && (
          <Records
            label="Метки utm_source"
            columns={utmColumns(data)}
            read={{ ...topQuery, data: toPage(utmSources) }}
            onPageChange={ignorePageChange}
            emptyText=""
          />
        )}
      </Section>
    </div>
  );
}
