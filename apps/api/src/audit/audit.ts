import { randomUUIDv7 } from 'node:crypto';
import type { JournalKind } from '@referral-dashboard/api-contract';
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
  kind: JournalKind;
  objectId: string;
  /** Changed values, before and after. */
  diff: Record<string, unknown>;
  at: Date;
  requestId: string;
};

/** Writes an entry down; in the transaction of what it tells of. */
export const audit = (trx: Db, entry: AuditEntry) => auditAll(trx, [entry]);

/** Most entries of a statement. */
const TOGETHER = 1000;

/** Writes many entries down. */
export async function auditAll(trx: Db, entries: readonly AuditEntry[]) {
  for (let from = 0; from < entries.length; from += TOGETHER)
    await trx
      .insertInto('audit_entries')
      .values(entries.slice(from, from + TOGETHER).map(rowOf))
      .execute();
}

const rowOf = ({ organizationId, actorId, kind, objectId, requestId, diff, ...rest }: AuditEntry) => ({
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
 * Diff of a change of fields: the names of all that were given, and what the told ones were and are. Entries are never changed, so that
 * what is told must not be about a person.
 */
export function diffOf(before: object, given: object, told: readonly string[]) {
  const changed = Object.keys(given);
  const valueIn = (of: object, name: string) => (of as Record<string, unknown>)[name] ?? null;
  const isShown = (name: string) =>
    told.includes(name) && JSON.stringify(valueIn(before, name)) !== JSON.stringify(valueIn(given, name));
  const shown = changed.filter(isShown);
  const valuesOf = (of: object) => Object.fromEntries(shown.map((name) => [name, valueIn(of, name)]));
  return { changed, before: valuesOf(before), after: valuesOf(given) };
}

/** A user as the join of a record with whoever made it has one: all null when nobody did. */
export type Actor = Record<'last_name' | 'first_name' | 'father_name' | 'phone', string | null>;

/** Name of whoever did something: the last name with initials, else the phone; null when nobody who signed in did. */
export function actorOf({ last_name, first_name, father_name, phone }: Actor): string | null {
  if (!last_name) return first_name || phone;
  const initials = [first_name, father_name].filter(Boolean).map((name) => `${name?.slice(0, 1)}.`);
  return [last_name, ...initials].join(' ');
}
