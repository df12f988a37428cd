import { routes } from '@referral-dashboard/api-contract';
import { recordEvents } from '../../integrations/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { leadsRepo } from './leads.repo.ts';
import type { LeadChange } from './leads.ts';
import { leadView } from './leads.view.ts';

const lead = routes.lead.responses.organization;

/** Records a new or changed lead for webhooks. */
export const recordLead = (
  trx: Db,
  type: 'lead.created' | 'lead.updated',
  { organizationId, leadId, at }: Pick<LeadChange, 'organizationId' | 'leadId' | 'at'>,
) => recordLeads(trx, type, { organizationId, at }, [leadId]);

/** Records new or changed leads for webhooks. */
export const recordLeads = (
  trx: Db,
  type: 'lead.created' | 'lead.updated',
  { organizationId, at }: Pick<LeadChange, 'organizationId' | 'at'>,
  leadIds: readonly string[],
) =>
  recordEvents(trx, type, { organizationId, at }, leadIds, async (viewer, batch) => {
    const events: { id: string; data: unknown }[] = [];
    for (const id of batch) {
      const row = await leadsRepo(trx).find(viewer, id, at);
      if (row !== undefined) events.push({ id, data: lead.parse(leadView(row, viewer)) });
    }
    return events;
  });
