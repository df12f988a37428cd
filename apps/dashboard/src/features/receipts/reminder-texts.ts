import type { Reminders } from '@referral-dashboard/api-contract';
import { formatCount, formatNumber } from '@/shared/format/count.ts';

const PARTNER_DATIVE = ['партнеру', 'партнерам', 'партнерам'] as const;
const PARTNER = ['партнер', 'партнера', 'партнеров'] as const;

type Group = Reminders['remindable'];

/** For example «6 партнерам». */
export const toPartners = ({ count }: Group) => formatCount(count, PARTNER_DATIVE);

/** Heading of the partners without a sign-in, which get no reminders. */
export const formatWithoutSignIn = ({ count }: Group) =>
  `${formatCount(count, PARTNER)} без входа: напомните сами`;

/** Names of a group; the server returns only the first ones of a large group. */
export const formatNames = ({ count, partners }: Group) => {
  const names = partners.map(({ name }) => name).join(', ');
  return count > partners.length ? `${names} и еще ${formatNumber(count - partners.length)}` : names;
};
