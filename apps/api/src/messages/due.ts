import { tzOffset } from '@date-fns/tz';
import type { MessageMode } from '@referral-dashboard/api-contract';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';

/** Hours without messages, such as `22:00` to `08:00`; null when there are no quiet hours. */
export type QuietHours = { from: string; until: string } | null;

/** Quiet hours of users without own settings. */
export const DEFAULT_QUIET_HOURS: QuietHours = { from: '22:00', until: '08:00' };

/** Local time at which daily messages are sent. */
const DIGEST_AT = '09:00';

const toMinutes = (hour: string) => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3));

/** Minute of the day in a time zone. */
function minuteIn(moment: Date, timeZone: string): number {
  const local = moment.getTime() + tzOffset(timeZone, moment) * MINUTE_MS;
  return Math.floor((((local % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS);
}

/** Returns the first time at `now` or later with the given local hour in a time zone. */
function nextAt(hour: string, now: Date, timeZone: string): Date {
  const wait = (toMinutes(hour) - minuteIn(now, timeZone) + 24 * 60) % (24 * 60);
  const minuteStart = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return new Date(Math.max(minuteStart + wait * MINUTE_MS, now.getTime()));
}

function isQuiet({ from, until }: NonNullable<QuietHours>, moment: Date, timeZone: string): boolean {
  const [start, end, minute] = [toMinutes(from), toMinutes(until), minuteIn(moment, timeZone)];
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end;
}

/** Returns the first time at `moment` or later outside the quiet hours. */
export const notBefore = (moment: Date, quiet: QuietHours, timeZone: string): Date =>
  quiet !== null && isQuiet(quiet, moment, timeZone) ? nextAt(quiet.until, moment, timeZone) : moment;

type DueQuery = { mode: Exclude<MessageMode, 'off'>; isUrgent: boolean; quiet: QuietHours; timeZone: string };

/** Returns when a message is sent: now, with the daily messages, or after the quiet hours. */
export function computeDueTime(now: Date, { mode, isUrgent, quiet, timeZone }: DueQuery): Date {
  if (isUrgent) return now;
  return notBefore(mode === 'daily' ? nextAt(DIGEST_AT, now, timeZone) : now, quiet, timeZone);
}
