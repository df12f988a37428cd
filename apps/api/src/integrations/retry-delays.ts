const [MINUTE, HOUR] = [60, 60 * 60];

/** Seconds between the attempts for another system; together almost three days. */
export const RETRY_DELAYS_S = [
  ...[5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR],
  ...[5 * HOUR, 10 * HOUR, 14 * HOUR, 18 * HOUR, 22 * HOUR],
];

/** Seconds from the first attempt to the last one. */
export const RETRY_TIME_S = RETRY_DELAYS_S.reduce((sum, delay) => sum + delay, 0);
