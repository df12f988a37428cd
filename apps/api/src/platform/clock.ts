/** Current time. Passed in wherever time matters, so that tests move it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** A moment `seconds` later; earlier when negative. */
export const plusSeconds = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);

/**
 * True for what happened within the last `seconds`. What is told to happen later than that from now did not: the clock has been put back
 * since, and no wait and no grace grows by that. Up to then, another process's clock may be ahead.
 */
export const isRecent = (moment: Date, seconds: number, now: Date) =>
  Math.abs(now.getTime() - moment.getTime()) < seconds * 1000;

/** Whole seconds since 1970, as tokens carry them. */
export const epochSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** Day as `2026-08-21` that it is at a moment where the clocks show a time zone. */
export const dayIn = (moment: Date, timeZone: string) => moment.toLocaleDateString('sv-SE', { timeZone });
