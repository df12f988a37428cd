/** Something that happens to money at a moment. */
export type Happening = { at: Date; happen: () => void };

const DAY_MS = 24 * 60 * 60 * 1000;

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
