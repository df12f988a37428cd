import {
  maskedPhone,
  type SharedRequisite,
  type SharedRequisites,
  type SharedRequisitesQuery,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** A requisite that two partners of an organization share. `value` is formatted for display: phones and accounts are masked. */
export type SharedRequisiteGroup = {
  what: SharedRequisite;
  value: string;
  /** Prefix of a hash of the value. A dismissed pair appears again when the shared value changes. */
  hash: string;
  partners: [{ id: string; name: string }, { id: string; name: string }];
};

type Row = {
  what: SharedRequisite;
  value: string;
  hash: string;
  a_id: string;
  a_name: string;
  b_id: string;
  b_name: string;
};

const maskedValue = ({ what, value }: Pick<Row, 'what' | 'value'>) =>
  what === 'inn' ? value : what === 'account' ? `•• ${value.slice(-4)}` : maskedPhone(value);

/**
 * Returns pairs of partners with the same INN, bank account or SBP phone. A phone is also compared with the phones of partner cards.
 * Archived and rejected partners are excluded.
 */
export async function sharedRequisites(
  db: Db,
  organizationId: string,
  { partnerId, limit }: { partnerId?: string; limit: number },
): Promise<SharedRequisiteGroup[]> {
  const { rows } = await sql<Row>`
    with method as (
      select partner_id, phone, case when account <> '' then bik || account else '' end as account from payout_methods
      where organization_id = ${organizationId} and archived_at is null),
    pair (what, value, a, b) as (
      select 'inn', x.inn, x.id, y.id from partners x
        join partners y on y.organization_id = x.organization_id and y.inn = x.inn and y.id > x.id
        where x.organization_id = ${organizationId} and x.inn <> ''
      union select 'account', x.account, x.partner_id, y.partner_id
        from method x join method y on y.account = x.account and y.partner_id > x.partner_id where x.account <> ''
      union select 'phone', x.phone, x.partner_id, y.partner_id
        from method x join method y on y.phone = x.phone and y.partner_id > x.partner_id where x.phone <> ''
      union select 'phone', m.phone, least(m.partner_id, p.id), greatest(m.partner_id, p.id)
        from method m join partners p on p.organization_id = ${organizationId} and p.phone = m.phone and p.id <> m.partner_id)
    select pair.what, pair.value, left(md5(pair.value), 8) as hash,
      x.id as a_id, x.name as a_name, y.id as b_id, y.name as b_name
    from pair
    join partners x on x.organization_id = ${organizationId} and x.id = pair.a and x.status not in ('archived', 'rejected')
    join partners y on y.organization_id = ${organizationId} and y.id = pair.b and y.status not in ('archived', 'rejected')
    where (${partnerId ?? null}::uuid is null or ${partnerId ?? null}::uuid in (x.id, y.id))
      and not exists (
        select from dismissed_tasks d where d.organization_id = ${organizationId}
          and d.key = 'shared_requisites:' || pair.what || ':' || x.id || ':' || y.id || ':' || left(md5(pair.value), 8)
          and ${partnerId ?? null}::uuid is null)
    order by greatest(x.created_at, y.created_at) desc, pair.what limit ${limit}`.execute(db);
  return rows.map((row) => ({
    what: row.what,
    value: maskedValue(row),
    hash: row.hash,
    partners: [
      { id: row.a_id, name: row.a_name },
      { id: row.b_id, name: row.b_name },
    ],
  }));
}

/** Maximum number of partners in one response. */
const MAX_RESULTS = 10;

/** Returns other partners with the same requisites as the query, or as `partner` when the query has no requisites. */
export async function partnersWithSame(
  db: Db,
  organizationId: string,
  { partner, inn, bik, account, phone }: SharedRequisitesQuery,
): Promise<SharedRequisites> {
  if (partner !== undefined && [inn, account, phone].every((value) => value === undefined)) {
    const pairs = await sharedRequisites(db, organizationId, { partnerId: partner, limit: MAX_RESULTS });
    return {
      results: pairs.flatMap(({ what, value, partners }) =>
        partners.filter(({ id }) => id !== partner).map((other) => ({ what, value, partner: other })),
      ),
    };
  }
  const { rows } = await sql<{ what: SharedRequisite; value: string; id: string; name: string }>`
    with found (what, value, id) as (
      select 'inn', inn, id from partners
        where organization_id = ${organizationId} and inn <> '' and inn = ${inn ?? ''}
      union select 'account', account, partner_id from payout_methods
        where organization_id = ${organizationId} and archived_at is null and account <> ''
          and account = ${account ?? ''} and bik = ${bik ?? ''}
      union select 'phone', phone, partner_id from payout_methods
        where organization_id = ${organizationId} and archived_at is null and phone <> '' and phone = ${phone ?? ''}
      union select 'phone', phone, id from partners
        where organization_id = ${organizationId} and phone = ${phone ?? ''})
    select found.what, found.value, p.id, p.name from found
    join partners p on p.organization_id = ${organizationId} and p.id = found.id
    where p.status not in ('archived', 'rejected') and p.id is distinct from ${partner ?? null}::uuid
    order by p.created_at, p.id, found.what limit ${MAX_RESULTS}`.execute(db);
  return {
    results: rows.map(({ id, name, ...row }) => ({
      what: row.what,
      value: maskedValue(row),
      partner: { id, name },
    })),
  };
}
