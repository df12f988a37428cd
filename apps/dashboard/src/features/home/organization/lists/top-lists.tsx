import { Stack } from '@mantine/core';
import { BestPartners } from '@/entities/figures/best-partners.tsx';
import classes from '@/entities/figures/grid.module.css';
import { type TopFilters, useTop } from '@/entities/figures/use-top.ts';
import { Records, toPage } from '@/shared/ui/records.tsx';
import { Section } from '@/shared/ui/section/section.tsx';
import { sortByShare } from './source-shares.ts';
import { getSourceColumns, programColumns, utmColumns } from './top-list-columns.tsx';

const EMPTY_TEXT = 'За эти дни лидов не было.';

/** Best partners, programs and sources of the period. A click on a row filters the page by it. */
export function TopLists({ filters }: { filters: TopFilters }) {
  const { data, ...topQuery } = useTop(filters).query;
  const programs = data?.programs.map((row) => ({ ...row, id: row.program.id }));
  const sources = data && sortByShare(data.sources);
  const utmSources = data?.utm_sources.map((row) => ({ ...row, id: row.utm_source })) ?? [];
  return (
    <div className={classes['twoColumns']}>
      <Stack gap="md">
        <BestPartners filters={filters} isFilter />
        <Section title="Программы">
          <Records
            label="Программы с лидами"
            columns={programColumns}
            read={{ ...topQuery, data: toPage(programs) }}
            emptyText={EMPTY_TEXT}
          />
        </Section>
      </Stack>
      <Section title="Источники">
        <Records
          label="Источники лидов"
          columns={getSourceColumns(data?.sources ?? [])}
          read={{ ...topQuery, data: toPage(sources) }}
          emptyText={EMPTY_TEXT}
        />
        {data && utmSources.length > 0 && (
          <Records
            label="Метки utm_source"
            columns={utmColumns}
            read={{ ...topQuery, data: toPage(utmSources) }}
            emptyText=""
          />
        )}
      </Section>
    </div>
  );
}
