import type { CrmConnection, CrmStage } from '@referral-dashboard/api-contract';
import type { MappedStage, StoredStage } from '../../database/tables/crm.ts';
import type { ShownConnection } from './connections.repo.ts';
import type { CrmSealer } from './credentials.ts';
import { toInboundPath } from './inbound.ts';

/** Joins the stages of the CRM with their mapping. Mapped stages that the CRM does not have any more come last. */
function toStages(stages: readonly StoredStage[], mapping: readonly MappedStage[]): CrmStage[] {
  const statuses = new Map(mapping.map(({ stage, status }) => [stage, status]));
  const known = new Set(stages.map(({ id }) => id));
  return [
    ...stages.map((stage) => ({
      ...stage,
      status: statuses.get(stage.id) ?? null,
      is_mapped: statuses.has(stage.id),
      is_removed: false,
    })),
    ...mapping
      .filter(({ stage }) => !known.has(stage))
      .map(({ stage, status }) => ({
        ...{ id: stage, name: stage, pipeline: '', kind: 'open' as const, status },
        ...{ is_mapped: true, is_removed: true },
      })),
  ];
}

/** Converts a row into the API object, without its keys. */
export const connectionView = (row: ShownConnection, sealer: CrmSealer): CrmConnection => ({
  id: row.id,
  kind: row.kind,
  address: row.address,
  is_on: row.is_on,
  state: row.state,
  cause: row.cause,
  stages: toStages(row.stages, row.mapping),
  stages_read_at: row.stages_read_at.toISOString(),
  programs: row.programs,
  first_stage: row.first_stage,
  deals: {
    sent: row.sent,
    waiting: row.waiting,
    failed: row.failed,
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    problem: row.problem ?? '',
  },
  inbound_path: findInboundPath(row, sealer),
  has_application_token: row.application_token !== null,
  last_event_at: row.last_event_at?.toISOString() ?? null,
  last_event: row.last_event,
  version: row.version,
  created_at: row.created_at.toISOString(),
});

/**
 * Suggests a mapping: won and lost deals close their leads, and the first stage of each pipeline changes nothing, because a new deal is in it.
 * Other stages mean that the lead is in progress.
 */
export function suggestMapping(stages: readonly StoredStage[]): MappedStage[] {
  const begun = new Set<string>();
  return stages.map(({ id, pipeline, kind }) => {
    const isFirst = !begun.has(pipeline);
    begun.add(pipeline);
    return { stage: id, status: kind !== 'open' ? kind : isFirst ? null : 'in_progress' };
  });
}

function findInboundPath(row: ShownConnection, sealer: CrmSealer): string | null {
  const secret = row.inbound_secret === null ? undefined : sealer.openText(row, row.inbound_secret);
  return secret === undefined ? null : toInboundPath(secret);
}
