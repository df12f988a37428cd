/** Runs jobs of one key one after another, in the order they came; jobs of different keys side by side. */
export function serialByKey() {
  const tails = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, job: () => Promise<Result>): Promise<Result> => {
    const result = (tails.get(key) ?? Promise.resolve()).then(job);
    const tail = result.catch(() => undefined);
    tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}
