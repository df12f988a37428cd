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
) =>
  recordEvents(trx, type, { organizationId, at }, [leadId], async (viewer) => {
    const row = await leadsRepo(trx).find(viewer, leadId, at);
    return row === undefined ? [] : [{ id: leadId, data: lead.parse(leadView(row, viewer)) }];
  });
