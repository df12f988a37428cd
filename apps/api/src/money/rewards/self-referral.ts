import { SELF_REFERRAL_MATCHES, type SelfReferralMatch } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

type Subject = { organizationId: string; partnerId: string | null; phone: string; emailKey: string };

/**
 * Returns the kinds of contacts that match the phone or e-mail of a lead: contacts of the partner card, its user and its payout methods,
 * former contacts, and contacts of employees of the organization. Contacts in other organizations are not compared.
 */
export async function selfReferralMatches(
  trx: Db,
  { organizationId, partnerId, phone, emailKey }: Subject,
): Promise<SelfReferralMatch[]> {
  if (partnerId === null) return [];
  const { rows } = await sql<{ match: SelfReferralMatch }>`
    with card as (
      select user_id, phone, lower(email) as email_key from partners
      where organization_id = ${organizationId} and id = ${partnerId}),
    contacts (source, phone, email_key) as (
      select 'card', phone, email_key from card
      union all select 'user', u.phone, lower(u.email) from users u join card on card.user_id = u.id
      union all select 'payout', phone, '' from payout_methods
        where organization_id = ${organizationId} and partner_id = ${partnerId}
      union all select 'former', phone, email_key from former_contacts
        where organization_id = ${organizationId} and partner_id = ${partnerId}
      union all select 'former', f.phone, f.email_key from former_contacts f join card on card.user_id = f.user_id
      union all select 'employee', phone, lower(email) from users where organization_id = ${organizationId})
    select distinct source || '_phone' as match from contacts where phone = ${phone}
    union select source || '_email' from contacts where email_key <> '' and email_key = ${emailKey}`.execute(
    trx,
  );
  const matches = new Set(rows.map(({ match }) => match));
  return SELF_REFERRAL_MATCHES.filter((match) => matches.has(match));
}
