import { seesContacts, seesRequisites } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '../platform/http/viewer.ts';

/**
 * Predicate: rows visible to the viewer. Staff see all that is of their organization, a partner what belongs to its own cards.
 *
 * @param rows alias of the rows, each of an organization; by default the partners' cards themselves.
 * @param card alias of the card that is joined to them; `null` when none is, then the rows name their partner.
 */
export function visibleTo(viewer: Viewer, rows = 'card', card: string | null = 'card'): RawBuilder<SqlBool> {
  if (viewer.role === 'organization')
    return sql<SqlBool>`${sql.ref(`${rows}.organization_id`)} = ${viewer.organizationId}`;
  const owned =
    card === null
      ? sql<SqlBool>`(${sql.ref(`${rows}.organization_id`)}, ${sql.ref(`${rows}.partner_id`)}) in (
          select organization_id, id from partners where user_id = ${viewer.userId})`
      : sql<SqlBool>`${sql.ref(`${card}.user_id`)} = ${viewer.userId}`;
  const [only, another] = viewer.cards;
  if (only === undefined || another !== undefined) return owned;
  // Named outright, or an index by partner and time could not be read in its order: not before it is known whose the card is.
  const [of, id] = card === null ? [rows, 'partner_id'] : [card, 'id'];
  return sql<SqlBool>`(${owned} and ${sql.ref(`${of}.organization_id`)} = ${only.organizationId}
    and ${sql.ref(`${of}.${id}`)} = ${only.partnerId})`;
}

/** Predicate: the viewer reads phones, e-mails and comments of leads. */
export const readsContacts = (viewer: Viewer) =>
  viewer.role === 'organization' && seesContacts(viewer.position);

/** Predicate: the viewer reads to which accounts payments go. A partner reads its own. */
export const readsRequisites = (viewer: Viewer) =>
  viewer.role === 'partner' || seesRequisites(viewer.position);
