import { dayIn } from '../../platform/clock.ts';

/** Days of the tax service are Moscow's, wherever the organization is. */
export const moscowDay = (moment: Date) => dayIn(moment, 'Europe/Moscow');
