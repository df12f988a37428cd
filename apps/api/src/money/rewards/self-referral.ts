import { SELF_REFERRAL_MATCHES, type SelfReferralMatch } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

type Subject = { partnerId: string | null; phone: string; emailKey: string };

/**
 * Returns the kinds of contacts that match the phone or e-mail of a lead: contacts of the partner card, its user and its payout methods,
 * former contacts, and contacts of employees of the organization. Contacts in other organizations are not compared.
 */
export async function selfReferralMatches(
  trx: Db,
  { organizationId, ...subject }: Subject & { organizationId: string },
): Promise<SelfReferralMatch[]> {
  const [matches = []] = await allSelfReferralMatches(trx, organizationId, [subject]);
  return matches;
}

/** Returns the matches of several subjects, as `selfReferralMatches`, in the order of the subjects. */
export async function allSelfReferralMatches(
  trx: Db,
  organizationId: string,
  subjects: readonly Subject[],
): Promise<SelfReferralMatch[][]> {
  const wanted = subjects.flatMap(({ partnerId: partner_id, phone, emailKey: email_key }, place) =>
    partner_id === null ? [] : [{ place, partner_id, phone, email_key }],
  );
  if (wanted.length === 0) return subjects.map(() => []);
  const { rows } = await sql<{ place: number; match: SelfReferralMatch }>`
    select wanted.place, found.match
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (place int, partner_id uuid, phone text, email_key text)
    cross join lateral (
      with card as (
        select user_id, phone, lower(email) as email_key from partners
        where organization_id = ${organizationId} and id = wanted.partner_id),
      contacts (source, phone, email_key) as (
        select 'card', phone, email_key from card
        union all select 'user', u.phone, lower(u.email) from users u join card on card.user_id = u.id
        union all select 'payout', phone, '' from payout_methods
          where organization_id = ${organizationId} and partner_id = wanted.partner_id
        union all select 'former', phone, email_key from former_contacts
          where organization_id = ${organizationId} and partner_id = wanted.partner_id
        union all select 'former', f.phone, f.email_key from former_contacts f join card on card.user_id = f.user_id
        union all select 'employee', phone, lower(email) from users where organization_id = ${organizationId})
      select distinct source || '_phone' as match from contacts where phone = wanted.phone
      union select source || '_email' from contacts where email_key <> '' and email_key = wanted.email_key) found`.execute(
    trx,
  );
  const found = Map.groupBy(rows, ({ place }) => place);
  return subjects.map((_, place) => {
    const matches = new Set(found.get(place)?.map(({ match }) => match));
    return SELF_REFERRAL_MATCHES.filter((match) => matches.has(match));
  });
}
