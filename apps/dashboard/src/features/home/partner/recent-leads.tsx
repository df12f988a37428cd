import { Anchor } from '@mantine/core';
import { type LeadForPartner, leadRoutes } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { Status } from '@/entities/status/status.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { paths } from '@/shared/paths.ts';
import { type RecordColumn, Records } from '@/shared/ui/records.tsx';
import { Section } from '@/shared/ui/section/section.tsx';
import { getLeadLink } from '../links.ts';

const MAX_ROWS = 5;

const columns: readonly RecordColumn<LeadForPartner>[] = [
  {
    label: 'Лид',
    cell: ({ id, number, name }) => (
      <Anchor component={Link} to={getLeadLink(id)}>
        {number} {name}
      </Anchor>
    ),
  },
  { label: 'Программа', cell: ({ program }) => program.name, isCollapsible: true },
  { label: 'Статус', cell: ({ status }) => <Status kind="lead" state={status} /> },
  { label: 'Создан', cell: ({ created_at }, { formatDay }) => formatDay(created_at), isCollapsible: true },
];

export function RecentLeads() {
  const { data, ...leadsQuery } = useApiQuery(leadRoutes.leads, {}, { isLive: true });
  // The response type depends on the role; a partner gets its own leads, newest first.
  const results = data?.results.slice(0, MAX_ROWS) as LeadForPartner[] | undefined;
  return (
    <Section
      title="Последние лиды"
      tools={
        <Anchor component={Link} to={paths.leads}>
          Все лиды
        </Anchor>
      }
    >
      <Records
        label="Последние лиды"
        columns={columns}
        read={{ ...leadsQuery, data: results && { results, next: null, previous: null } }}
        onPageChange={() => undefined}
        emptyText="Лидов пока нет. Поделитесь ссылкой: они появятся здесь сразу."
      />
    </Section>
  );
}
