import { dayIn } from '../../platform/clock.ts';

/** Returns the ISO 8601 date in Moscow. The tax service uses Moscow days for all organizations. */
export const moscowDay = (moment: Date) => dayIn(moment, 'Europe/Moscow');
