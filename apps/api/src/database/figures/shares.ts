/** A ratio in basis points, rounded half up; null when `whole` is zero. */
export const toBps = (part: number, whole: number) =>
  whole === 0 ? null : Math.floor((part * 20_000 + whole) / (2 * whole));
