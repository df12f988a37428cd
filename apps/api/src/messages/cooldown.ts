/** Seconds of pause after the first failures in a row. */
const FIRST_PAUSES_S = [10, 30, 60] as const;
const LATER_PAUSE_S = 300;

/** Returns the seconds of pause after a failure. @param failures number of failures in a row before it. */
export const cooldownAfter = (failures: number): number => FIRST_PAUSES_S[failures] ?? LATER_PAUSE_S;
