import { LIVE_LEAD_STATUSES } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { emailKey } from './leads.ts';

/** A repeat is not a second lead: the same partner, the same phone, so soon. */
const REPEAT_SECONDS = 600;
const DAY_MS = 24 * 60 * 60 * 1000;

type Contact = { organizationId: string; phone: string; email: string };

/** The live lead that was first, by phone, then by e-mail. */
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

/** Since when an earlier lead counts. */
export const windowStart = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** The earliest other live lead with an e-mail. */
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

/** Moment at which a lead stops counting as the earlier one. */
export const windowEnd = (createdAt: Date, days: number) => new Date(createdAt.getTime() + days * DAY_MS);

/** Live leads that came before the window let go of the phone. */
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

/** The lead that this one merely repeats. */
export const findRepeated = (
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

/** Lets the duplicates of a rejected lead be offered for restoration. Skips duplicates that are being changed. */
export async function offerDuplicates(trx: Db, { organizationId, phone, email }: Contact, now: Date) {
  await sql`
    update leads set offered_at = ${now}
    where organization_id = ${organizationId} and id in (
      select id from leads
      where organization_id = ${organizationId} and status = 'duplicate'
        and (phone = ${phone} or (email_key <> '' and email_key = ${emailKey(email)}))
      for update skip locked)`.execute(trx);
}
