/** Cuts a list before each item that shares a key with an item since the last cut. Items without keys share none. */
export function cutAtRepeats<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): Item[][] {
  const parts: Item[][] = [];
  let seen = new Set<string>();
  for (const item of items) {
    const keys = keysOf(item);
    if (parts.length === 0 || keys.some((key) => seen.has(key))) {
      parts.push([]);
      seen = new Set();
    }
    parts.at(-1)?.push(item);
    for (const key of keys) seen.add(key);
  }
  return parts;
}

/** Returns a function that reads the same texts once, and returns the first result again. */
export function readOnce<Keys extends readonly string[], Result>(read: (...keys: Keys) => Promise<Result>) {
  const known = new Map<string, Promise<Result>>();
  return (...keys: Keys): Promise<Result> => {
    const key = JSON.stringify(keys);
    const result = known.get(key) ?? read(...keys);
    known.set(key, result);
    return result;
  };
}
