import { WAITING_DAYS } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { toCause } from '../../../audit/index.ts';
import { type Clock, plusSeconds } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { recordWaitingEvent } from './waiting.repo.ts';

const BATCH = 1000;
const KEPT_SECONDS = WAITING_DAYS * 24 * 60 * 60;

const ERASED = {
  name: '',
  phone: null,
  email: '',
  email_key: '',
  inn: '',
  client_external_id: null,
  comment: '',
};

/** Predicate: a waiting sale is decided and still has a contact or a comment. */
const hasContacts = sql<SqlBool>`(status <> 'waiting' and (name <> '' or phone is not null or email <> '' or inn <> ''
  or client_external_id is not null or comment <> ''))`;

/** Erases the contacts in sales that were decided thirty days ago. */
export async function eraseOldContacts(db: Db, clock: Clock) {
  for (let found = BATCH; found === BATCH; ) {
    const { numUpdatedRows } = await db
      .updateTable('waiting_sales')
      .set(ERASED)
      .where(
        sql<SqlBool>`ctid = any(array(
          select t.ctid from waiting_sales t
          where ${hasContacts} and t.closed_at <= ${plusSeconds(clock(), -KEPT_SECONDS)}
          limit ${sql.lit(BATCH)} for update of t skip locked))`,
      )
      .executeTakeFirstOrThrow();
    found = Number(numUpdatedRows);
  }
}

/**
 * Erases the contacts in the decided sales of a client, or in one decided sale.
 *
 * @returns the number of sales; undefined when no decided sale has this id or this client.
 */
export const eraseContactsOf = (db: Db, subjectId: string, clock: Clock): Promise<number | undefined> =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('waiting_sales')
      .select(['organization_id', 'id', hasContacts.as('has_contacts')])
      .where('status', '<>', 'waiting')
      .where((where) => where.or([where('id', '=', subjectId), where('client_id', '=', subjectId)]))
      .forUpdate()
      .execute();
    if (rows.length === 0) return undefined;
    const cause = toCause({ actorId: null, requestId: 'erase-journal' }, clock);
    const left = rows.filter(({ has_contacts }) => has_contacts);
    for (const { organization_id, id } of left) {
      await trx
        .updateTable('waiting_sales')
        .set(ERASED)
        .where('organization_id', '=', organization_id)
        .where('id', '=', id)
        .execute();
      await recordWaitingEvent(trx, organization_id, id, 'erase', {}, cause);
    }
    return left.length;
  });
