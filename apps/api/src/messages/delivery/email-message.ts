import { MESSAGE_RULES } from '@referral-dashboard/api-contract';
import type { Brand, EmailMessage } from '../channels/channel.ts';
import { notBefore } from '../due.ts';
import { getQuietHours } from '../recipients.ts';
import type { ClaimedDelivery } from './deliveries.repo.ts';

const MAX_LISTED = 20;
const SETTINGS_PATH = '/profile/notifications';

const REASONS = {
  employee: 'Вы получили это письмо, потому что работаете в этой организации.',
  partner: 'Вы получили это письмо, потому что вы партнер этой организации.',
};

type EmailContext = {
  /** Address of the site. Without it messages have no links. */
  publicUrl: string | undefined;
  /** Support address for organizations without their own. */
  supportUrl?: string | undefined;
  /** Brands of the organizations by id. */
  brands: ReadonlyMap<string, Brand>;
};

/** Groups deliveries by message: daily deliveries of one user and address together, others alone. */
export function groupDeliveries(deliveries: readonly ClaimedDelivery[]): ClaimedDelivery[][] {
  const daily = Map.groupBy(
    deliveries.filter(({ is_daily }) => is_daily),
    ({ user_id, address }) => `${user_id} ${address}`,
  );
  return [...deliveries.filter(({ is_daily }) => !is_daily).map((delivery) => [delivery]), ...daily.values()];
}

/** Builds the message of a group. Several deliveries become a digest. It is branded when all of them belong to one organization. */
export function buildEmail(
  group: readonly ClaimedDelivery[],
  { publicUrl, supportUrl = '', brands }: EmailContext,
): EmailMessage {
  const [first] = group;
  if (first === undefined) throw new Error('A group of deliveries is empty.');
  const buildUrl = (path: string) => (publicUrl === undefined ? null : new URL(path, publicUrl).href);
  const { id, address: to, title, body, path } = first;
  const isShared = group.every((delivery) => delivery.support_url === first.support_url);
  const support = (isShared && first.support_url) || supportUrl;
  const isOneOrganization = group.every(({ organization_id }) => organization_id === first.organization_id);
  const brand = isOneOrganization ? brands.get(first.organization_id ?? '') : undefined;
  const footer = {
    reason: first.membership === null ? '' : REASONS[first.membership],
    settingsUrl: first.user_id !== null && first.is_active ? buildUrl(SETTINGS_PATH) : null,
  };
  const common = { id, to, support, ...(brand && { brand, footer }) };
  if (group.length === 1) return { ...common, title, text: body, url: path === '' ? null : buildUrl(path) };
  const listedTexts = group.slice(0, MAX_LISTED).map((delivery) => delivery.body);
  const restCount = group.length - listedTexts.length;
  const text = [...listedTexts, ...(restCount > 0 ? [`И еще: ${restCount}.`] : [])].join('\n');
  return { ...common, title: `Новости за день: ${group.length}`, text, url: buildUrl('/') };
}

/** Returns the first time at `moment` or later outside the quiet hours of the recipient. Urgent and direct messages ignore quiet hours. */
export function earliestSendTime(delivery: ClaimedDelivery, moment: Date): Date {
  const { event, user_id } = delivery;
  if (user_id === null || event === 'direct' || MESSAGE_RULES[event].isUrgent) return moment;
  return notBefore(moment, getQuietHours(delivery), delivery.time_zone);
}
