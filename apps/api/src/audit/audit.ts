import { randomUUIDv7 } from 'node:crypto';
import type { JournalKind } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { Staff } from '../platform/http/viewer.ts';
import { insertPersonalChange, type PersonalChange } from './personal-values.ts';

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
  /** Values before and after the change, without personal data: they are never erased. */
  diff: Record<string, unknown>;
  /** Values of personal fields before and after the change. */
  personal?: PersonalChange;
  at: Date;
  requestId: string;
};

/** Writes an entry in the transaction of the change. */
export const audit = (trx: Db, entry: AuditEntry) => auditAll(trx, [entry]);

/** Returns a function that writes entries about objects of one kind, changed by an employee. The action gets the kind as its prefix. */
export const createStaffAudit =
  (kind: JournalKind, clock: Clock) =>
  (
    trx: Db,
    staff: Staff,
    action: string,
    objectId: string,
    diff: Record<string, unknown>,
    personal?: PersonalChange,
  ) =>
    audit(trx, {
      organizationId: staff.organizationId,
      actorId: staff.userId,
      requestId: staff.requestId,
      action: `${kind}.${action}`,
      kind,
      objectId,
      diff,
      ...(personal && { personal }),
      at: clock(),
    });

/** Maximum number of rows in an insert. */
const BATCH = 1000;

/** Writes several entries in the transaction of the change. */
export async function auditAll(trx: Db, entries: readonly AuditEntry[]) {
  const written = entries.map((entry) => ({ ...entry, id: randomUUIDv7() }));
  for (let from = 0; from < written.length; from += BATCH)
    await trx
      .insertInto('audit_entries')
      .values(written.slice(from, from + BATCH).map(toRow))
      .execute();
  for (const { organizationId, id, personal } of written)
    if (personal !== undefined) await insertPersonalChange(trx, { organizationId, entryId: id }, personal);
}

const toRow = ({
  organizationId,
  actorId,
  kind,
  objectId,
  requestId,
  diff,
  action,
  at,
  id,
}: AuditEntry & { id: string }) => ({
  organization_id: organizationId,
  id,
  action,
  at,
  actor_id: actorId,
  object_kind: kind,
  object_id: objectId,
  diff: JSON.stringify(diff),
  request_id: requestId,
});

const valueIn = (values: object, name: string) => (values as Record<string, unknown>)[name] ?? null;
const isChanged = (before: object, patch: object, name: string) =>
  JSON.stringify(valueIn(before, name)) !== JSON.stringify(valueIn(patch, name));

/**
 * Builds the diff of an update: the names of all given fields, and the values of the fields in `visible` before and after. Entries are never
 * changed or deleted, so `visible` must not include personal data.
 */
export function buildDiff(before: object, patch: object, visible: readonly string[]) {
  const changed = Object.keys(patch);
  const shownNames = changed.filter((name) => visible.includes(name) && isChanged(before, patch, name));
  const valuesOf = (values: object) =>
    Object.fromEntries(shownNames.map((name) => [name, valueIn(values, name)]));
  return { changed, before: valuesOf(before), after: valuesOf(patch) };
}

/** Returns the values of the changed fields among `personal`, before and after an update. Undefined when none of them changed. */
export function buildPersonalChange(
  subjectId: string,
  before: object,
  patch: object,
  personal: readonly string[],
): PersonalChange | undefined {
  const toText = (value: unknown) => (value === null || value === '' ? null : String(value));
  const values = personal
    .filter((name) => name in patch && isChanged(before, patch, name))
    .map((field) => ({
      field,
      before: toText(valueIn(before, field)),
      after: toText(valueIn(patch, field)),
    }));
  return values.length === 0 ? undefined : { subjectId, values };
}

/** Name fields of a user in a left join. All are null when no user made the change. */
type Person = Record<'last_name' | 'first_name' | 'father_name' | 'phone', string | null>;

/** The user who made a change, and the name of the API key that made it for the user. */
export type Actor = Person & { key_name?: string | null };

/** SQL for the id of the API key that made the request of an entry `e`; empty for a user. */
export const keyOfRequest = sql<string>`split_part(e.request_id, '.', 2)`;

/** SQL for the name of the API key that made the request of an entry `e`; null for a user. */
export const keyName = sql<string | null>`(
  select k.name from api_keys k where k.organization_id = e.organization_id and k.id::text = ${keyOfRequest})`;

/** Formats who made a change: the API key, else the last name with initials, the first name or the phone. Null without a user. */
export function formatActor({
  key_name = null,
  last_name,
  first_name,
  father_name,
  phone,
}: Actor): string | null {
  if (key_name !== null) return `Ключ API «${key_name}»`;
  if (!last_name) return first_name || phone;
  const initials = [first_name, father_name].filter(Boolean).map((name) => `${name?.slice(0, 1)}.`);
  return [last_name, ...initials].join(' ');
}
