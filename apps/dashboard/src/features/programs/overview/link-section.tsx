import { Anchor, Text } from '@mantine/core';
import { type Link as ProgramLink, programRoutes } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount, formatNumber } from '@/shared/format/count.ts';
import { CopyIcon } from '@/shared/ui/copy-icon.tsx';
import { type RecordColumn, Records, toPage } from '@/shared/ui/records.tsx';
import { Section } from '@/shared/ui/section/section.tsx';

const MAX_ROWS = 5;

const columns: readonly RecordColumn<ProgramLink>[] = [
  {
    label: 'Ссылка',
    cell: ({ path, code, partner, label, active, clicks }) => (
      <>
        {path} <CopyIcon target={`ссылку ${code}`} text={window.location.origin + path} />
        <Text c="dimmed" size="xs">
          {[
            partner.name,
            label,
            formatCount(clicks, ['переход', 'перехода', 'переходов']),
            !active && 'отключена',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </>
    ),
  },
  { label: 'Лиды', cell: ({ leads }) => formatNumber(leads), isNumeric: true },
];

/** Newest links of a program, all of them if there are only a few. */
export const useNewestLinks = (program: string) =>
  useApiQuery(programRoutes.programLinks, { params: { id: program }, query: {} });

/** Newest links of a program, with a link to all of them. */
export function LinkSection({ program }: { program: string }) {
  const { data, ...query } = useNewestLinks(program);
  const rows = data?.results.slice(0, MAX_ROWS);
  return (
    <Section
      title="Ссылки"
      tools={
        <Anchor component={Link} to={{ search: '?tab=links' }}>
          Все ссылки
        </Anchor>
      }
    >
      <Records
        label="Новые ссылки"
        columns={columns}
        read={{ ...query, data: toPage(rows) }}
        emptyText="Ссылок пока нет: партнер получает ее, когда вступает в программу"
      />
    </Section>
  );
}
