/** Returns the element at an index, modulo the length of the list. */
export const pickAt = <Item>(list: readonly Item[], index: number): Item | undefined =>
  list[index % list.length];

/** @throws Error when the JSON of two values differs. */
export function expectSame(what: string, actual: unknown, expected: unknown) {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`);
}
