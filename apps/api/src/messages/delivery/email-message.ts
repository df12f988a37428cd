import { MESSAGE_RULES } from '@referral-dashboard/api-contract';
import type { EmailMessage } from '../channels/channel.ts';
import { notBefore } from '../due.ts';
import { quietOf } from '../recipients.ts';
import type { ClaimedDelivery } from './deliveries.repo.ts';

const MOST_NAMED = 20;

/** Groups of deliveries that go out as one letter: each alone, but those of a person's day together. */
export function groupsOf(taken: readonly ClaimedDelivery[]): ClaimedDelivery[][] {
  const daily = Map.groupBy(
    taken.filter(({ is_daily }) => is_daily),
    ({ user_id, address }) => `${user_id} ${address}`,
  );
  return [...taken.filter(({ is_daily }) => !is_daily).map((one) => [one]), ...daily.values()];
}

/** The letter of a group. */
export function emailMessageOf(
  group: readonly ClaimedDelivery[],
  publicUrl: string | undefined,
  supportUrl = '',
): EmailMessage {
  const [first] = group;
  if (first === undefined) throw new Error('a letter of nothing');
  const urlOf = (path: string) => (publicUrl === undefined ? null : new URL(path, publicUrl).href);
  const { id, address: to, title, body, path } = first;
  const isShared = group.every((one) => one.support_url === first.support_url);
  const support = (isShared && first.support_url) || supportUrl;
  if (group.length === 1)
    return { id, to, title, text: body, url: path === '' ? null : urlOf(path), support };
  const named = group.slice(0, MOST_NAMED).map((one) => one.body);
  const rest = group.length - named.length;
  const text = [...named, ...(rest > 0 ? [`И еще: ${rest}.`] : [])].join('\n');
  return { id, to, title: `Новости за день: ${group.length}`, text, url: urlOf('/'), support };
}

/** Earliest moment a letter may go out, by the quiet hours of its reader. */
export function earliestSendTime(taken: ClaimedDelivery, moment: Date): Date {
  const { event, user_id } = taken;
  if (user_id === null || event === 'direct' || MESSAGE_RULES[event].isUrgent) return moment;
  return notBefore(moment, quietOf(taken), taken.time_zone);
}
