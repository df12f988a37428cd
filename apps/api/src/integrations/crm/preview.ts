import { type CrmPreview, type LeadStatus, stateMachines } from '@referral-dashboard/api-contract';
import { leadNumber } from '../../database/rules/numbers.ts';
import type { MappedStage } from '../../database/tables/crm.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ConnectionRow } from './connections.repo.ts';
import type { Deal } from './crm-client.ts';
import { findPath } from './lead-path.ts';

type LinkedLead = { deal_id: string | null; id: string; number: number; status: LeadStatus };

const linkedLeads = (db: Db, { organization_id, id }: ConnectionRow, deals: readonly Deal[]) =>
  db
    .selectFrom('crm_deals as d')
    .innerJoin('leads as l', (join) =>
      join.onRef('l.organization_id', '=', 'd.organization_id').onRef('l.id', '=', 'd.lead_id'),
    )
    .select(['d.deal_id', 'l.id', 'l.number', 'l.status'])
    .where('d.organization_id', '=', organization_id)
    .where('d.connection_id', '=', id)
    .where('d.deal_id', 'in', deals.length === 0 ? [''] : deals.map((deal) => deal.id))
    .execute();

/** Why a lead cannot get a status. */
export const noPath = (from: LeadStatus, to: LeadStatus) =>
  `Из статуса «${stateMachines.lead.labels[from]}» лид не переходит в «${stateMachines.lead.labels[to]}». Измените статус лида вручную.`;

/** Shows what a mapping would do with deals. Nothing changes. */
export async function previewMapping(
  db: Db,
  connection: ConnectionRow,
  mapping: readonly MappedStage[],
  deals: readonly Deal[],
): Promise<CrmPreview> {
  const names = new Map(connection.stages.map(({ id, name }) => [id, name]));
  const statuses = new Map(mapping.map(({ stage, status }) => [stage, status]));
  const leads = new Map<string | null, LinkedLead>(
    (await linkedLeads(db, connection, deals)).map((lead) => [lead.deal_id, lead]),
  );
  const unmapped = new Map<string, number>();
  const preview: CrmPreview = { deals: deals.length, foreign: 0, unchanged: 0, moves: [], unmapped: [] };
  for (const deal of deals) {
    const name = names.get(deal.stage) ?? deal.stage;
    const to = statuses.get(deal.stage);
    const lead = leads.get(deal.id);
    if (to === undefined) unmapped.set(name, (unmapped.get(name) ?? 0) + 1);
    if (lead === undefined) preview.foreign += 1;
    else if (to === null || to === undefined || to === lead.status) preview.unchanged += 1;
    else {
      const problem = findPath(lead.status, to) === undefined ? noPath(lead.status, to) : '';
      preview.moves.push({
        lead: { id: lead.id, number: leadNumber(lead.number) },
        ...{ stage: name, from: lead.status, to, problem },
      });
    }
  }
  return { ...preview, unmapped: [...unmapped].map(([stage, count]) => ({ stage, deals: count })) };
}
