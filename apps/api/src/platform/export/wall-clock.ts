import { tzOffset } from '@date-fns/tz';

const MINUTE_MS = 60_000;

/** A moment as the clocks of a time zone show it, in the UTC fields of a date: spreadsheets know no time zones. */
export const localDateTime = (moment: Date, zone: string) =>
  new Date(moment.getTime() + tzOffset(zone, moment) * MINUTE_MS);
