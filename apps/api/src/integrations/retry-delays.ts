const [MINUTE, HOUR] = [60, 60 * 60];

/** Seconds between the attempts for another system; together almost three days. */
export const RETRY_DELAYS_S = [
  ...[5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR],
  ...[5 * HOUR, 10 * HOUR, 14 * HOUR, 18 * HOUR, 22 * HOUR],
];
