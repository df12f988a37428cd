import { MESSAGE_RULES, type Message } from '@referral-dashboard/api-contract';
import type { Dates } from '@/shared/format/date.ts';
import { formatShortDate } from '@/shared/format/short-date.ts';

/** Messages of one event and day, newest first. */
export type MessageGroup = { key: string; label: string; messages: [Message, ...Message[]] };

/** Groups of one day, newest first. */
type MessageDay = { day: string; label: string; groups: MessageGroup[] };

const DAY_MS = 86_400_000;

const getDay = ({ created_at }: Message, { dayAt }: Dates) => dayAt(Date.parse(created_at));

/** «Сегодня», «Вчера», or a date. */
function labelDay(day: string, now: number, { dayAt }: Dates): string {
  if (day === dayAt(now)) return 'Сегодня';
  return day === dayAt(now - DAY_MS) ? 'Вчера' : formatShortDate(day, dayAt(now));
}

const getGroupKey = (message: Message, dates: Dates) =>
  message.event === 'direct' ? message.id : `${message.event} ${getDay(message, dates)}`;

/** Groups a page of messages. Direct messages are not grouped. */
function groupMessages(results: readonly Message[], dates: Dates): MessageGroup[] {
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

/** Groups a page of messages by day, and the messages of a day by event. */
export const groupByDay = (results: readonly Message[], now: number, dates: Dates): MessageDay[] =>
  [...Map.groupBy(results, (message) => getDay(message, dates))].map(([day, messages]) => ({
    day,
    label: labelDay(day, now, dates),
    groups: groupMessages(messages, dates),
  }));
