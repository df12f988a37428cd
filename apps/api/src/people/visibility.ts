import { canSeeContacts, canSeeRequisites } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '../platform/http/viewer.ts';

/**
 * SQL condition for rows that the viewer may see. Employees see all rows of their organization. Partners see the rows of their own cards.
 *
 * @param rows alias of the rows. Default: the partners' cards.
 * @param card alias of the joined card, or null when no card is joined and the rows have a `partner_id`.
 */
export function visibleTo(viewer: Viewer, rows = 'card', card: string | null = 'card'): RawBuilder<SqlBool> {
  if (viewer.role === 'organization')
    return sql<SqlBool>`${sql.ref(`${rows}.organization_id`)} = ${viewer.organizationId}`;
  const isOwn =
    card === null
      ? sql<SqlBool>`(${sql.ref(`${rows}.organization_id`)}, ${sql.ref(`${rows}.partner_id`)}) in (
          select organization_id, id from partners where user_id = ${viewer.userId})`
      : sql<SqlBool>`${sql.ref(`${card}.user_id`)} = ${viewer.userId}`;
  const [onlyCard, another] = viewer.cards;
  if (onlyCard === undefined || another !== undefined) return isOwn;
  // With constants PostgreSQL can read an index by partner and time in order; with the subquery alone it cannot.
  const [of, id] = card === null ? [rows, 'partner_id'] : [card, 'id'];
  return sql<SqlBool>`(${isOwn} and ${sql.ref(`${of}.organization_id`)} = ${onlyCard.organizationId}
    and ${sql.ref(`${of}.${id}`)} = ${onlyCard.partnerId})`;
}

/** Returns whether the viewer may see phones, e-mails and comments of leads. */
export const readsContacts = (viewer: Viewer) =>
  viewer.role === 'organization' && canSeeContacts(viewer.position);

/** Returns whether the viewer may see the bank details of payments. Partners see their own. */
export const readsRequisites = (viewer: Viewer) =>
  viewer.role === 'partner' || canSeeRequisites(viewer.position);
