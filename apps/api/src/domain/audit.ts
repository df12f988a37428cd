import { randomUUIDv7 } from 'node:crypto';
import type { Db } from '../platform/db/db.ts';

/** Something that was done about status, rights, terms or money. */
export type AuditEntry = {
  organizationId: string;
  /** The user; null when the server did it by itself. */
  actorId: string | null;
  /** `program.activate` */
  action: string;
  kind:
    | 'organization'
    | 'program'
    | 'partner'
    | 'enrollment'
    | 'link'
    | 'lead'
    | 'accrual'
    | 'payment'
    | 'payout_method';
  objectId: string;
  /** What changed, from what, to what. */
  diff: Record<string, unknown>;
  at: Date;
  requestId: string;
};

/** Writes an entry down; in the transaction of what it tells of. */
export async function audit(
  trx: Db,
  { organizationId, actorId, kind, objectId, requestId, diff, ...rest }: AuditEntry,
) {
  await trx
    .insertInto('audit_entries')
    .values({
      ...rest,
      organization_id: organizationId,
      id: randomUUIDv7(),
      actor_id: actorId,
      object_kind: kind,
      object_id: objectId,
      diff: JSON.stringify(diff),
      request_id: requestId,
    })
    .execute();
}
