import { LIVE_LEAD_STATUSES } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { DAY_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { emailKey } from './leads.ts';

/** Time in seconds in which a second request with the same partner and phone is a repeat, not a new lead. */
const REPEAT_SECONDS = 600;

type Contact = { organizationId: string; phone: string; email: string };

/** The earliest live lead with the same phone, otherwise with the same e-mail. */
export async function findFirst(
  trx: Db,
  { organizationId, phone, email }: Contact,
  since: Date,
  except?: string,
): Promise<{ id: string; created_at: Date; reason: 'same_phone' | 'same_email' } | undefined> {
  let live = trx
    .selectFrom('leads')
    .select(['id', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('status', 'in', LIVE_LEAD_STATUSES)
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1);
  if (except !== undefined) live = live.where('id', '<>', except);
  const byPhone = await live.where('phone', '=', phone).executeTakeFirst();
  if (byPhone !== undefined) return { ...byPhone, reason: 'same_phone' };
  if (email === '') return undefined;
  const byEmail = await live.where('email_key', '=', emailKey(email)).executeTakeFirst();
  return byEmail && { ...byEmail, reason: 'same_email' };
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
export async function releasePhone(trx: Db, { organizationId, phone }: Contact, before: Date) {
  await trx
    .updateTable('leads')
    .set({ holds_phone: false })
    .where('organization_id', '=', organizationId)
    .where('phone', '=', phone)
    .where('holds_phone', '=', true)
    .where('created_at', '<', before)
    .execute();
}

/** The recent lead that a new request repeats, or undefined. */
export const findRepeatedLead = (
  trx: Db,
  { organizationId, phone }: Contact,
  partnerId: string | null,
  now: Date,
): Promise<{ id: string } | undefined> =>
  trx
    .selectFrom('leads')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('phone', '=', phone)
    .where(sql<boolean>`partner_id is not distinct from ${partnerId}::uuid`)
    .where('created_at', '>', new Date(now.getTime() - REPEAT_SECONDS * 1000))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

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
