import { CRM_KINDS, type OutsideEvent, type OutsideEventQuery } from '@referral-dashboard/api-contract';
import { createStaffAudit } from '../../audit/index.ts';
import { leadNumber, saleNumber } from '../../database/rules/numbers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { type EventRow, inboxRepo } from './inbox.repo.ts';

/** An event without a waiting sale that is still undecided, or that changed nothing. */
const canRetry = ({ state, has_body, waiting_sale_id }: EventRow) =>
  has_body && waiting_sale_id === null && ['failed', 'unmatched', 'ignored'].includes(state);
const canReject = ({ state, waiting_sale_id }: EventRow) =>
  waiting_sale_id === null && ['received', 'failed', 'unmatched'].includes(state);

/** The key of a deal is the kind of its CRM and its id: `bitrix24:17`. */
function toDeal({ channel, kind, object_key, stage }: EventRow): OutsideEvent['deal'] {
  if (channel !== 'crm' || kind !== 'deal') return null;
  const [system, id = ''] = object_key.split(':');
  const crm = CRM_KINDS.find((one) => one === system);
  return crm === undefined ? null : { id, crm, stage };
}

const toView = (row: EventRow): OutsideEvent => ({
  id: row.id,
  channel: row.channel,
  kind: row.kind,
  external_id: row.external_id,
  state: row.state,
  cause: row.cause,
  occurred_at: row.occurred_at.toISOString(),
  received_at: row.received_at.toISOString(),
  attempts: row.attempts,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  conflicted_at: row.conflicted_at?.toISOString() ?? null,
  lead:
    row.lead_id === null || row.lead_number === null
      ? null
      : { id: row.lead_id, number: leadNumber(row.lead_number) },
  deal: toDeal(row),
  sale:
    row.sale_id === null || row.sale_number === null || row.client_id === null
      ? null
      : { id: row.sale_id, number: saleNumber(row.sale_number), client: row.client_id },
  waits_for_client: row.state === 'unmatched' && row.waiting_sale_id !== null,
  can_retry: canRetry(row),
  can_reject: canReject(row),
});

/** The list of events, and the decisions of owners about them. */
export function createInboxService(db: Db, clock: Clock) {
  const journal = createStaffAudit('outside_event', clock);

  const get = async (trx: Db, { organizationId }: Staff, id: string) => {
    const row = await inboxRepo(trx, organizationId).find(id);
    if (row === undefined) throw noSuchObject();
    return row;
  };

  /** Changes a locked event, and adds the change to the journal. */
  const decide = (
    staff: Staff,
    id: string,
    action: 'retry' | 'reject',
    isPossible: (row: EventRow) => boolean,
    change: () => Parameters<ReturnType<typeof inboxRepo>['update']>[1],
    comment?: string,
  ) =>
    db.transaction().execute(async (trx) => {
      const repo = inboxRepo(trx, staff.organizationId);
      await repo.lock(id);
      const row = await get(trx, staff, id);
      if (!isPossible(row))
        throw conflict('invalid_transition', 'С этим событием так поступить уже нельзя. Обновите страницу.');
      await repo.update(id, change());
      await journal(trx, staff, action, id, { ...(comment !== undefined && { comment }) });
      return toView(await get(trx, staff, id));
    });

  return {
    async list({ organizationId }: Staff, query: OutsideEventQuery) {
      const page = await inboxRepo(db, organizationId).page(query);
      return { ...page, results: page.results.map(toView) };
    },

    get: async (staff: Staff, id: string) => toView(await get(db, staff, id)),

    /** Puts an event into the queue again. @throws ApiError 404, 409 for an event that cannot be applied again */
    retry: (staff: Staff, id: string) =>
      decide(staff, id, 'retry', canRetry, () => ({
        state: 'received',
        cause: '',
        attempts: 0,
        next_attempt_at: clock(),
        decided_at: null,
      })),

    /** Ends the attempts to apply an event. @throws ApiError 404, 409 for a decided event */
    reject: (staff: Staff, id: string, { reason }: { reason: string }) =>
      decide(
        staff,
        id,
        'reject',
        canReject,
        () => ({ state: 'ignored', cause: reason, next_attempt_at: null, decided_at: clock() }),
        reason,
      ),
  };
}
