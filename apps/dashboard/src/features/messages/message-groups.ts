import { MESSAGE_RULES, type Message } from '@referral-dashboard/api-contract';
import type { Dates } from '@/shared/format/date.ts';

/** Messages of one event and day, newest first. */
export type MessageGroup = { key: string; label: string; messages: [Message, ...Message[]] };

const getGroupKey = ({ id, event, created_at }: Message, { dayAt }: Dates) =>
  event === 'direct' ? id : `${event} ${dayAt(Date.parse(created_at))}`;

/** Groups a page of messages. Direct messages are not grouped. */
export function groupMessages(results: readonly Message[], dates: Dates): MessageGroup[] {
  const groups: MessageGroup[] = [];
  for (const message of results) {
    const key = getGroupKey(message, dates);
    const existingGroup = groups.find((group) => group.key === key);
    const label = message.event === 'direct' ? message.title : MESSAGE_RULES[message.event].label;
    if (existingGroup) existingGroup.messages.push(message);
    else groups.push({ key, label, messages: [message] });
  }
  return groups;
}
