import { Anchor, Stack, Text } from '@mantine/core';
import { type Lead, type LeadForPartner, leadRoutes, type Program } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Status } from '@/entities/status/status.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { createLocation, paths } from '@/shared/paths.ts';
import classes from './related.module.css';
import { RelatedRows } from './related-rows.tsx';

const getLeadsPath = (query: Record<string, string>) => createLocation(paths.leads, query);

const getPartner = (lead: Lead | LeadForPartner) => (lead as Lead).partner;

/** Leads of a program, each with a link to the lead list. */
export function LeadList({ program: { id } }: { program: Program }) {
  const { formatMoment } = useDates();
  const [cursor, setCursor] = useState('');
  const leadsQuery = useApiQuery(
    leadRoutes.leads,
    { query: { program: id, cursor } },
    { keepPrevious: true },
  );
  return (
    <Stack gap="md">
      <Anchor component={Link} to={getLeadsPath({ program: id })}>
        Открыть в разделе «Лиды»
      </Anchor>
      <RelatedRows
        label="Лиды"
        query={leadsQuery}
        onPageChange={setCursor}
        emptyText="Лидов пока нет: они появятся здесь, когда клиенты оставят заявки по ссылкам программы"
      >
        {(lead) => (
          <>
            <div className={classes['main']}>
              <Anchor component={Link} to={getLeadsPath({ program: id, id: lead.id })} c="inherit" fw={600}>
                {lead.name}
              </Anchor>
              <Text c="dimmed">{getPartner(lead)?.name ?? 'Без партнера'}</Text>
            </div>
            <div className={classes['end']}>
              <Text c="dimmed">{formatMoment(lead.created_at)}</Text>
              <div className={classes['state']}>
                <Status kind="lead" state={lead.status} />
              </div>
            </div>
          </>
        )}
      </RelatedRows>
    </Stack>
  );
}
