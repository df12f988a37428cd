import {
  maskedPhone,
  type SaleMatch,
  WAITING_DAYS,
  type WaitingSale,
  type WaitingSales,
} from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { toAuthor, toCause } from '../../../audit/index.ts';
import { clientNumber, saleNumber } from '../../../database/rules/numbers.ts';
import { readsContacts } from '../../../people/index.ts';
import { type Clock, plusSeconds } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { invalid, noSuchObject } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { withUniqueContacts } from '../client-writes.ts';
import { searchClients } from '../found-clients.ts';
import { insertClient, lockClients } from '../known-clients.ts';
import { updateRewards } from '../sales/new-sales.ts';
import { applyWaitingSales, enterWaitingSale } from './apply-waiting-sales.ts';
import { findSamePayment, mergeWithDeal } from './same-payment.ts';
import { closeWaitingSale, recordWaitingEvent, type WaitingRow, waitingRows } from './waiting.repo.ts';

export type WaitingSalesService = ReturnType<typeof createWaitingSalesService>;

const LISTED = 50;
const CANDIDATES = 3;
const DAY_SECONDS = 24 * 60 * 60;
const EXPIRED_AT_ONCE = 1000;

/** Sales of unknown clients: the list, and the decisions about them. */
export function createWaitingSalesService(db: Db, clock: Clock) {
  const find = async (trx: Db, staff: Staff, id: string) => {
    await lockClients(trx, staff.organizationId);
    const row = await waitingRows(trx, staff.organizationId)
      .where('w.id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw noSuchObject();
    return row;
  };

  const countWaiting = ({ organizationId }: Staff) =>
    db
      .selectFrom('waiting_sales')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('organization_id', '=', organizationId)
      .where('status', '=', 'waiting')
      .executeTakeFirstOrThrow();

  return {
    count: countWaiting,

    async list(staff: Staff): Promise<WaitingSales> {
      const rows = await waitingRows(db, staff.organizationId)
        .leftJoin('programs as p', (join) =>
          join.onRef('p.organization_id', '=', 'w.organization_id').onRef('p.id', '=', 'w.program_id'),
        )
        .innerJoin('organizations as o', 'o.id', 'w.organization_id')
        .select('p.name as program_name')
        .select(
          sql<string>`((w.created_at + make_interval(days => ${WAITING_DAYS})) at time zone o.time_zone)::date::text`.as(
            'expires_on',
          ),
        )
        .limit(LISTED)
        .execute();
      const { count } = await countWaiting(staff);
      const results: WaitingSale[] = [];
      for (const row of rows)
        results.push({
          ...row,
          ...(!readsContacts(staff) && {
            phone: row.phone && maskedPhone(row.phone),
            email: '',
            inn: '',
            client_external_id: null,
            external_id: null,
            comment: '',
          }),
          program: row.program_id === null ? null : { id: row.program_id, name: row.program_name ?? '' },
          created_at: row.created_at.toISOString(),
          candidates: await findCandidates(db, staff, row),
          same_payment: await samePaymentView(db, row),
        });
      return { count, results };
    },

    match: (staff: Staff, id: string, { client, program }: SaleMatch) =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = staff;
        const row = await find(trx, staff, id);
        const known = await trx
          .selectFrom('clients')
          .select('id')
          .where('organization_id', '=', organizationId)
          .where('id', '=', client)
          .executeTakeFirst();
        if (known === undefined) throw invalid({ client: ['Клиент не найден.'] });
        const appeared = { organizationId, clientId: client, clock, ...toAuthor(staff) };
        await updateRewards(trx, appeared, await enterWaitingSale(trx, appeared, row, program));
        return { entered: 1 };
      }),

    /** Creates a client with the contacts of a waiting sale, and enters the sales that name this client. */
    createClient: (staff: Staff, id: string, { name }: { name: string }) =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = staff;
        const row = await find(trx, staff, id);
        const cause = toCause(toAuthor(staff), clock);
        const { phone, email, inn, client_external_id: external_id } = row;
        const clientId = await withUniqueContacts(() =>
          insertClient(trx, organizationId, { name, phone, email, inn, external_id }, undefined, cause),
        );
        const appeared = { organizationId, clientId, clock, ...toAuthor(staff) };
        const attachments = await enterWaitingSale(trx, appeared, row);
        const others = await applyWaitingSales(trx, appeared);
        await updateRewards(trx, appeared, [...new Set([...attachments, ...others.attachments])]);
        return { entered: 1 + others.count };
      }),

    /** Ends the waiting of a sale that was entered before as a deal. The deal gets its external id. */
    merge: (staff: Staff, id: string, { sale }: { sale: string }) =>
      db.transaction().execute(async (trx) => {
        const row = await find(trx, staff, id);
        const deal = await findSamePayment(trx, row);
        if (deal?.id !== sale) throw invalid({ sale: ['Это другая оплата. Обновите страницу.'] });
        await mergeWithDeal(trx, row, deal, toCause(toAuthor(staff), clock));
        return { entered: 0 };
      }),

    reject: (staff: Staff, id: string, { reason }: { reason: string }) =>
      db.transaction().execute(async (trx) => {
        const row = await find(trx, staff, id);
        const cause = toCause(toAuthor(staff), clock);
        await closeWaitingSale(trx, row, { status: 'rejected', reason }, cause.at);
        await recordWaitingEvent(trx, staff.organizationId, id, 'reject', { comment: reason }, cause);
        return { entered: 0 };
      }),

    /** Ends the waiting of sales that are thirty days old. They are kept. */
    expire: () =>
      db.transaction().execute(async (trx) => {
        const now = clock();
        const rows = await trx
          .selectFrom('waiting_sales')
          .select(['organization_id', 'id'])
          .where('status', '=', 'waiting')
          .where('created_at', '<=', plusSeconds(now, -WAITING_DAYS * DAY_SECONDS))
          .limit(EXPIRED_AT_ONCE)
          .forUpdate()
          .skipLocked()
          .execute();
        const cause = toCause({ actorId: null, requestId: 'expire-waiting-sales' }, clock);
        for (const row of rows) {
          await closeWaitingSale(trx, row, { status: 'expired' }, now);
          await recordWaitingEvent(trx, row.organization_id, row.id, 'expire', {}, cause);
        }
      }),
  };
}

async function samePaymentView(db: Db, row: WaitingRow): Promise<WaitingSale['same_payment']> {
  const deal = await findSamePayment(db, row);
  if (deal === undefined) return null;
  const { id, number, client_name, paid_on } = deal;
  return { id, number: saleNumber(number), client: client_name, paid_on };
}

/** Clients that may have paid: those with a contact of the sale, then those with a similar name. */
async function findCandidates(db: Db, staff: Staff, row: WaitingRow): Promise<WaitingSale['candidates']> {
  // Empty contacts are left out: the planner takes them for the contacts of most clients.
  const { phone, email_key, inn, client_external_id: external_id } = row;
  const contacts = Object.entries({ phone, email_key, inn, external_id }).filter(([, value]) => value);
  const matched =
    contacts.length === 0
      ? []
      : await db
          .selectFrom('clients as c')
          .select(['c.id', 'c.number', 'c.name', 'c.phone', 'c.email_key', 'c.inn', 'c.external_id'])
          .where('c.organization_id', '=', row.organization_id)
          .where((where) =>
            where.or(
              contacts.map(
                ([column, value]) =>
                  sql<SqlBool>`(${sql.ref(`c.${column}`)} = ${value} and ${sql.ref(`c.${column}`)} <> '')`,
              ),
            ),
          )
          .orderBy('c.created_at')
          .limit(CANDIDATES)
          .execute();
  const found = matched.map((client) => ({
    id: client.id,
    number: clientNumber(client.number),
    name: client.name,
    match:
      client.phone !== null && client.phone === row.phone
        ? ('phone' as const)
        : client.email_key !== '' && client.email_key === row.email_key
          ? ('email' as const)
          : client.inn !== '' && client.inn === row.inn
            ? ('inn' as const)
            : ('external_id' as const),
  }));
  // The longest word of a name is the least common one.
  const word = row.name.split(/[\s«»",.]+/).toSorted((one, other) => other.length - one.length)[0] ?? '';
  const named = word.length < 3 ? [] : await searchClients(db, staff, word, CANDIDATES);
  const others = named.filter(({ id }) => !found.some((client) => client.id === id));
  return [...found, ...others.map((client) => ({ ...client, match: 'name' as const }))].slice(0, CANDIDATES);
}
