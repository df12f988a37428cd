import { randomUUIDv7 } from 'node:crypto';
import type { Db } from '../platform/db/db.ts';

/** The person on whose behalf something is done, the request that asks for it, and the moment. */
export type Cause = {
  /** The user; null when nobody signed in did it. */
  actorId: string | null;
  requestId: string;
  at: Date;
};

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
    | 'registry'
    | 'payout_method'
    | 'employee'
    | 'invitation'
    | 'message';
  objectId: string;
  /** Changed values, before and after. */
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

/** A user as the join of a record with whoever made it has one: all null when nobody did. */
export type Actor = Record<'last_name' | 'first_name' | 'father_name' | 'phone', string | null>;

/** Name of whoever did something: the last name with initials, else the phone; null when nobody who signed in did. */
export function actorOf({ last_name, first_name, father_name, phone }: Actor): string | null {
  if (!last_name) return first_name || phone;
  const initials = [first_name, father_name].filter(Boolean).map((name) => `${name?.slice(0, 1)}.`);
  return [last_name, ...initials].join(' ');
}
