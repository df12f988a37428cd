/** What time it is. Passed in wherever time matters, so that tests move it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** A moment `seconds` later; earlier when negative. */
export const plusSeconds = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);

/** Whole seconds since 1970, as tokens carry them. */
export const epochSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
