import { JOURNAL_KINDS, type JournalEntry } from '@referral-dashboard/api-contract';
import { z } from 'zod';
import { formatActor } from '../audit.ts';
import { actionTitle } from './actions.ts';
import { describeChanges, getReason } from './changes.ts';
import type { JournalRow } from './journal.repo.ts';

const kindOf = z.enum(JOURNAL_KINDS);

/** Maps a row to an entry of the API. */
export function entryView(row: JournalRow): JournalEntry {
  const kind = kindOf.parse(row.object_kind);
  const { diff, personal, time_zone } = row;
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: toActor(row),
    kind,
    object: { id: row.object_id, name: row.object_name ?? '' },
    action: row.action,
    title: actionTitle(row.action),
    changes: describeChanges(kind, diff, personal, time_zone),
    reason: getReason(diff),
    request_id: row.request_id.split('.')[0] ?? '',
  };
}

/** The API key or the user that made an entry. */
function toActor({ key_id, actor_id, ...actor }: JournalRow): JournalEntry['actor'] {
  const id = key_id ?? actor_id;
  return id === null ? null : { id, name: formatActor(actor) ?? '' };
}
