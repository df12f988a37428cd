import { CRM_LABELS } from '@referral-dashboard/api-contract';
import { notify } from '../../messages/index.ts';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { RETRY_TIME_S } from '../retry-delays.ts';
import { type ConnectionRow, connectionsRepo } from './connections.repo.ts';
import type { CrmProblem } from './crm-client.ts';

/** Minimum number of seconds between two messages about breaks with the same keys. */
const NOTIFY_AGAIN_S = 24 * 60 * 60;

/**
 * Records a failed call. A refused key breaks the connection at once, other problems break it after three days without a successful call. Owners
 * get one message about a break. The failure of keys or settings that an owner has replaced meanwhile does not count.
 */
export const saveFailure = (db: Db, row: ConnectionRow, problem: CrmProblem, at: Date) =>
  db.transaction().execute(async (trx) => {
    const repo = connectionsRepo(trx, row.organization_id);
    const current = await repo.findLocked(row.id);
    if (current === undefined || current.version !== row.version) return;
    const failing_since = current.failing_since ?? at;
    const cause = findCause(problem, failing_since, at);
    if (cause === undefined) return repo.save(row.id, { failing_since });
    const isNotified = mustNotify(current, at);
    await repo.save(row.id, {
      ...{ state: 'broken', cause, failing_since },
      ...(isNotified && { notified_at: at }),
    });
    if (isNotified) await notifyOwners(trx, current, cause, at);
  });

/** Returns why the connection is broken; undefined when it is not yet. */
function findCause({ kind, message }: CrmProblem, failingSince: Date, at: Date): string | undefined {
  if (kind === 'unauthorized') return message;
  return failingSince <= plusSeconds(at, -RETRY_TIME_S)
    ? `Вызовы не проходят трое суток. Последняя причина: ${message}`
    : undefined;
}

const mustNotify = ({ state, is_on, notified_at }: ConnectionRow, at: Date) =>
  state === 'connected' && is_on && (notified_at === null || notified_at <= plusSeconds(at, -NOTIFY_AGAIN_S));

const notifyOwners = (trx: Db, { organization_id, kind }: ConnectionRow, cause: string, at: Date) =>
  notify(trx, {
    ...{ organizationId: organization_id, actorId: null, at, event: 'crm_broken' },
    staff: {
      title: 'CRM не работает',
      text: `Связь с ${CRM_LABELS[kind]} не работает, лиды туда не передаются. Причина: ${cause}`,
      path: '/profile/developers',
    },
  });
