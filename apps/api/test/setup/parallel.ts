/** Makes `times` concurrent calls of `job`. */
export const atOnce = <Result>(times: number, job: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => job(index)));

/** Returns how often each value occurs. */
export function countValues(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
