import type { JournalKind } from '@referral-dashboard/api-contract';
import type { Db } from '../platform/db/db.ts';
import { keyName } from './audit.ts';

type Subject = { organizationId: string; kind: JournalKind; objectId: string };

/** Query for the entries `e` about an object, newest first, with their authors. */
export const selectHistory = (db: Db, { organizationId, kind, objectId }: Subject) =>
  db
    .selectFrom('audit_entries as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.id', 'e.at', 'e.diff'])
    .select(['u.last_name', 'u.first_name', 'u.father_name', 'u.phone', keyName.as('key_name')])
    .where('e.organization_id', '=', organizationId)
    .where('e.object_id', '=', objectId)
    .where('e.object_kind', '=', kind)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc');
