/** Mann–Whitney U test: returns the difference between the ranks of two samples in standard deviations. */
export function rankDifference(one: readonly number[], other: readonly number[]): number {
  const ranked = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  ranked.sort((a, b) => a.value - b.value);
  const ranks = ranked.reduce((sum, { isOne }, index) => (isOne ? sum + index + 1 : sum), 0);
  const u = ranks - (one.length * (one.length + 1)) / 2;
  const mean = (one.length * other.length) / 2;
  return (u - mean) / Math.sqrt((mean * (one.length + other.length + 1)) / 6);
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
