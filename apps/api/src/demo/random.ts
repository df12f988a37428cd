/** Pseudo-random generator (mulberry32). The same seed gives the same values. */
export function createRandom(seed: number) {
  let state = seed;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integerBelow = (bound: number) => Math.floor(fraction() * bound);
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => integerBelow(16).toString(16)).join('');

  return {
    /** An integer from 0 up to, but not including, `bound`. */
    below: integerBelow,
    chance: (share: number) => fraction() < share,
    pick<Item>(items: readonly [Item, ...Item[]]): Item {
      return items[integerBelow(items.length)] ?? items[0];
    },
    /** A UUIDv7 with the timestamp `at`. */
    id(at: Date): string {
      const time = at.getTime().toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${'89ab'[integerBelow(4)]}${hex(3)}-${hex(12)}`;
    },
  };
}

export type Random = ReturnType<typeof createRandom>;
