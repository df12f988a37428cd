import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** Values of personal fields before and after a change. They are stored apart from the entry, so that they can be erased. */
export type PersonalChange = {
  /** Id of the lead, the card or the user that the values describe. */
  subjectId: string;
  values: readonly { field: string; before: string | null; after: string | null }[];
};

export async function insertPersonalChange(
  trx: Db,
  { organizationId, entryId }: { organizationId: string; entryId: string },
  { subjectId, values }: PersonalChange,
) {
  if (values.length === 0) return;
  await trx
    .insertInto('journal_values')
    .values(
      values.map(({ field, before, after }) => ({
        organization_id: organizationId,
        entry_id: entryId,
        field,
        subject_id: subjectId,
        before_value: before,
        after_value: after,
      })),
    )
    .execute();
}

/** SQL for the personal values of entry `e` by field: `{"before": {"inn": "…"}, "after": {"inn": "…"}}`, or null. */
export const personalValues: RawBuilder<PersonalValues | null> = sql`(
  select jsonb_build_object('before', jsonb_object_agg(field, before_value), 'after', jsonb_object_agg(field, after_value))
  from journal_values kept
  where kept.organization_id = e.organization_id and kept.entry_id = e.id and kept.erased_at is null
  having count(*) > 0)`;
export type PersonalValues = Record<'before' | 'after', Record<string, string | null>>;
