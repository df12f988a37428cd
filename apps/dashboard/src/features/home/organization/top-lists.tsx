import { BestPartners } from '@/entities/figures/best-partners.tsx';
import classes from '@/entities/figures/grid.module.css';
import { useTop } from '@/entities/figures/use-top.ts';
import { Records } from '@/shared/ui/records.tsx';
import { Section } from '@/shared/ui/section/section.tsx';
import { sourceColumns, utmColumns } from './top-list-columns.tsx';

/** Wraps a short list as a single page. */
const toPage = <Row,>(results: Row[] | undefined) => results && { results, next: null, previous: null };
const ignorePageChange = () => undefined;

/** Best partners and sources of the period. */
export function TopLists({ period }: { period: { from?: string; to?: string } }) {
  const { data, ...topQuery } = useTop(period).query;
  const sources = data?.sources.map((row) => ({ ...row, id: row.source }));
  const utmSources = data?.utm_sources.map((row) => ({ ...row, id: row.utm_source })) ?? [];
  return (
    <div className={classes['twoColumns']}>
      <BestPartners filters={period} />
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
