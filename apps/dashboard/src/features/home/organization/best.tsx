import { NativeSelect } from '@mantine/core';
import { homeRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '../../../shared/api/use-api-query.ts';
import { defaultOf, queryOf } from '../../../shared/list/address.ts';
import { useAddress } from '../../../shared/list/use-address.ts';
import { Records } from '../../../shared/ui/records.tsx';
import { Section } from '../parts/section.tsx';
import { partnerColumns, sourceColumns, utmColumns } from './best-columns.tsx';
import classes from './organization-home.module.css';

const ORDERS = [
  { value: 'rewards_kop', label: 'По вознаграждениям' },
  { value: 'won', label: 'По сделкам' },
  { value: 'leads', label: 'По лидам' },
];

/** Wraps a short list as a single page. */
const asPage = <Row,>(results: Row[] | undefined) => results && { results, next: null, previous: null };
const stays = () => undefined;

/** Best partners and sources of the period. */
export function Best({ period }: { period: { from?: string; to?: string } }) {
  const { params, change } = useAddress();
  const by = queryOf(homeRoutes.homeTop, params)['by'] ?? defaultOf(homeRoutes.homeTop, 'by');
  const { data, ...read } = useApiQuery(
    homeRoutes.homeTop,
    { query: { ...period, by: by as 'won' } },
    { keepPrevious: true, isLive: true },
  );
  const partners = data?.partners.map((row) => ({ ...row, id: row.partner.id }));
  const sources = data?.sources.map((row) => ({ ...row, id: row.source }));
  const utm = data?.utm_sources.map((row) => ({ ...row, id: row.utm_source })) ?? [];
  return (
    <div className={classes['halves']}>
      <Section
        title="Лучшие партнеры"
        tools={
          <NativeSelect
            aria-label="Порядок партнеров"
            data={ORDERS}
            value={by}
            onChange={({ currentTarget }) => change({ by: currentTarget.value }, { replace: true })}
          />
        }
      >
        <Records
          label="Лучшие партнеры"
          columns={partnerColumns}
          read={{ ...read, data: asPage(partners) }}
          onPageChange={stays}
          emptyText="За эти дни таких партнеров нет. Выберите другой порядок или период длиннее."
        />
      </Section>
      <Section title="Источники">
        <Records
          label="Источники лидов"
          columns={data ? sourceColumns(data) : []}
          read={{ ...read, data: asPage(sources) }}
          onPageChange={stays}
          emptyText="За эти дни лидов не было."
        />
        {data && utm.length > 0 && (
          <Records
            label="Метки utm_source"
            columns={utmColumns(data)}
            read={{ ...read, data: asPage(utm) }}
            onPageChange={stays}
            emptyText=""
          />
        )}
      </Section>
    </div>
  );
}
