import { tzOffset } from '@date-fns/tz';
import { MINUTE_MS } from '../clock.ts';

/** Returns local time in the UTC fields of a date, because spreadsheets have no time zones. */
export const localDateTime = (moment: Date, zone: string) =>
  new Date(moment.getTime() + tzOffset(zone, moment) * MINUTE_MS);
