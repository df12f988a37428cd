/** Returns the current time. It is passed in, so that tests can control it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the moment `seconds` later; earlier when negative. */
export const plusSeconds = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);

/**
 * Returns true when a moment is less than `seconds` away from `now`, in the past or in the future. A moment in the near future comes from a
 * process whose clock is ahead. A moment further in the future means that the clock was set back, so it does not count.
 */
export const isRecent = (moment: Date, seconds: number, now: Date) =>
  Math.abs(now.getTime() - moment.getTime()) < seconds * 1000;

/** Returns whole seconds since 1970, the unit of token timestamps. */
export const epochSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** Returns the local date in a time zone, as `2026-08-21`. */
export const dayIn = (moment: Date, timeZone: string) => moment.toLocaleDateString('sv-SE', { timeZone });
