import { randomUUIDv7 } from 'node:crypto';
import type { JournalKind } from '@referral-dashboard/api-contract';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { Staff } from '../platform/http/viewer.ts';

/** User, request and time of a change. */
export type Cause = {
  /** User who made the change; null for the server or an unauthenticated user. */
  actorId: string | null;
  requestId: string;
  at: Date;
};

/** User and request of a change, known before its time. */
export type Author = Omit<Cause, 'at'>;

/**
 * Returns the cause of a change that is made now. A caller takes it after the locks that concurrent changes of the same rows wait for, so
 * that their times have the order of their commits.
 */
export const toCause = ({ actorId, requestId }: Author, clock: Clock): Cause => ({
  actorId,
  requestId,
  at: clock(),
});

/** Author of the changes that the user of a request makes. */
export const toAuthor = ({ userId: actorId, requestId }: { userId: string; requestId: string }): Author => ({
  actorId,
  requestId,
});

/** Entry of the audit: a change of a status, rights, terms or money. */
export type AuditEntry = {
  organizationId: string;
  /** User who made the change; null for the server. */
  actorId: string | null;
  /** Action, such as `program.activate`. */
  action: string;
  kind: JournalKind;
  objectId: string;
  /** Values before and after the change. */
  diff: Record<string, unknown>;
  at: Date;
  requestId: string;
};

/** Writes an entry in the transaction of the change. */
export const audit = (trx: Db, entry: AuditEntry) => auditAll(trx, [entry]);

/** Returns a function that writes entries about objects of one kind, changed by an employee. The action gets the kind as its prefix. */
export const createStaffAudit =
  (kind: JournalKind, clock: Clock) =>
  (trx: Db, staff: Staff, action: string, objectId: string, diff: Record<string, unknown>) =>
    audit(trx, {
      organizationId: staff.organizationId,
      actorId: staff.userId,
      requestId: staff.requestId,
      action: `${kind}.${action}`,
      kind,
      objectId,
      diff,
      at: clock(),
    });

/** Maximum number of rows in an insert. */
const BATCH = 1000;

/** Writes several entries in the transaction of the change. */
export async function auditAll(trx: Db, entries: readonly AuditEntry[]) {
  for (let from = 0; from < entries.length; from += BATCH)
    await trx
      .insertInto('audit_entries')
      .values(entries.slice(from, from + BATCH).map(toRow))
      .execute();
}

const toRow = ({ organizationId, actorId, kind, objectId, requestId, diff, ...rest }: AuditEntry) => ({
  ...rest,
  organization_id: organizationId,
  id: randomUUIDv7(),
  actor_id: actorId,
  object_kind: kind,
  object_id: objectId,
  diff: JSON.stringify(diff),
  request_id: requestId,
});

/**
 * Builds the diff of an update: the names of all given fields, and the values of the fields in `visible` before and after. Entries are never
 * changed or deleted, so `visible` must not include personal data.
 */
export function buildDiff(before: object, patch: object, visible: readonly string[]) {
  const changed = Object.keys(patch);
  const valueIn = (values: object, name: string) => (values as Record<string, unknown>)[name] ?? null;
  const isShown = (name: string) =>
    visible.includes(name) && JSON.stringify(valueIn(before, name)) !== JSON.stringify(valueIn(patch, name));
  const shownNames = changed.filter(isShown);
  const valuesOf = (values: object) =>
    Object.fromEntries(shownNames.map((name) => [name, valueIn(values, name)]));
  return { changed, before: valuesOf(before), after: valuesOf(patch) };
}

/** Name fields of a user in a left join. All are null when no user made the change. */
export type Actor = Record<'last_name' | 'first_name' | 'father_name' | 'phone', string | null>;

/** Name of the user who made a change: last name with initials, else first name or phone. Null without a user. */
export function formatActor({ last_name, first_name, father_name, phone }: Actor): string | null {
  if (!last_name) return first_name || phone;
  const initials = [first_name, father_name].filter(Boolean).map((name) => `${name?.slice(0, 1)}.`);
  return [last_name, ...initials].join(' ');
}
