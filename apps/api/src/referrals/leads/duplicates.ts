import { LIVE_LEAD_STATUSES } from '@referral-dashboard/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { emailKey } from './leads.ts';

/** Time in seconds in which a second request with the same partner and phone is a repeat, not a new lead. */
const REPEAT_SECONDS = 600;

type Contact = { organizationId: string; phone: string; email: string };

/** An earlier lead with the same contact. */
export type FirstLead = { id: string; created_at: Date; reason: 'same_phone' | 'same_email' };

/** The earliest live lead with the same phone, otherwise with the same e-mail. */
export async function findFirst(
  trx: Db,
  { organizationId, ...contact }: Contact,
  since: Date,
  except?: string,
): Promise<FirstLead | undefined> {
  const [first] = await findFirsts(trx, organizationId, [{ ...contact, since }], except);
  return first;
}

/** The earliest live leads with the same contacts, as `findFirst`, in the order of the contacts. */
export async function findFirsts(
  trx: Db,
  organizationId: string,
  contacts: readonly { phone: string; email: string; since: Date }[],
  except: string | null = null,
): Promise<(FirstLead | undefined)[]> {
  const wanted = contacts.map(({ phone, email, since }, place) => ({
    ...{ place, phone, since },
    email_key: emailKey(email),
  }));
  const earliest = (condition: RawBuilder<unknown>) => sql`(
    select l.id, l.created_at from leads l
    where l.organization_id = ${organizationId} and l.status = any(${LIVE_LEAD_STATUSES}::text[]) and l.created_at >= wanted.since
      and l.id is distinct from ${except}::uuid and ${condition}
    order by l.created_at, l.id limit 1)`;
  const { rows } = await sql<FirstLead & { place: number }>`
    select wanted.place, coalesce(by_phone.id, by_email.id) as id, coalesce(by_phone.created_at, by_email.created_at) as created_at,
      case when by_phone.id is null then 'same_email' else 'same_phone' end as reason
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (place int, phone text, since timestamptz, email_key text)
    left join lateral ${earliest(sql`l.phone = wanted.phone`)} by_phone on true
    left join lateral ${earliest(sql`l.email_key <> '' and l.email_key = wanted.email_key`)} by_email on by_phone.id is null
    where coalesce(by_phone.id, by_email.id) is not null`.execute(trx);
  const found = new Map(rows.map(({ place, ...first }) => [place, first]));
  return contacts.map((_, place) => found.get(place));
}

/** Start of the duplicate window that ends at `now`. The length is in days. */
export const windowStart = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** The id of the earliest other live lead with an e-mail, or null. */
export async function liveLeadWith(
  trx: Db,
  { organizationId, emailKey: key }: { organizationId: string; emailKey: string },
  except: string,
): Promise<string | null> {
  if (key === '') return null;
  const lead = await trx
    .selectFrom('leads')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('email_key', '=', key)
    .where('status', 'in', LIVE_LEAD_STATUSES)
    .where('id', '<>', except)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return lead?.id ?? null;
}

/** End of the duplicate window of a lead. The length is in days. */
export const windowEnd = (createdAt: Date, days: number) => new Date(createdAt.getTime() + days * DAY_MS);

/** Clears `holds_phone` of leads created before the duplicate window. */
export const releasePhone = (trx: Db, { organizationId, phone }: Contact, since: Date) =>
  releasePhones(trx, organizationId, [{ phone, since }]);

/** Clears `holds_phone` of leads with these phones that were created before `since`. */
export async function releasePhones(
  trx: Db,
  organizationId: string,
  contacts: readonly { phone: string; since: Date }[],
) {
  const wanted = contacts.map(({ phone, since }) => ({ phone, since }));
  if (wanted.length === 0) return;
  await sql`
    update leads l set holds_phone = false
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (phone text, since timestamptz)
    where l.organization_id = ${organizationId} and l.phone = wanted.phone and l.holds_phone and l.created_at < wanted.since`.execute(
    trx,
  );
}

/** The ids of the recent leads that new requests repeat, or undefined, in the order of the requests. */
export async function findRepeatedLeads(
  trx: Db,
  organizationId: string,
  requests: readonly { phone: string; partnerId: string | null }[],
  now: Date,
): Promise<(string | undefined)[]> {
  const wanted = requests.map(({ phone, partnerId: partner_id }, place) => ({ place, phone, partner_id }));
  const { rows } = await sql<{ place: number; id: string }>`
    select wanted.place, repeated.id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (place int, phone text, partner_id uuid)
    cross join lateral (
      select l.id from leads l
      where l.organization_id = ${organizationId} and l.phone = wanted.phone and l.partner_id is not distinct from wanted.partner_id
        and l.created_at > ${new Date(now.getTime() - REPEAT_SECONDS * 1000)}::timestamptz
      order by l.created_at desc limit 1) repeated`.execute(trx);
  const found = new Map(rows.map(({ place, id }) => [place, id]));
  return requests.map((_, place) => found.get(place));
}

/** Allows the duplicates of a rejected lead to be offered for restoration. Skips rows that are locked. */
export async function offerDuplicates(trx: Db, { organizationId, phone, email }: Contact, now: Date) {
  await sql`
    update leads set offered_at = ${now}
    where organization_id = ${organizationId} and id in (
      select id from leads
      where organization_id = ${organizationId} and status = 'duplicate'
        and (phone = ${phone} or (email_key <> '' and email_key = ${emailKey(email)}))
      for update skip locked)`.execute(trx);
}
