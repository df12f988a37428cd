import { setImmediate } from 'node:timers/promises';

/** Maximum number of keys in a query. */
const SIZE = 100;

/**
 * Returns a function that looks up one key and combines concurrent lookups into one query. Queries run one after another: keys requested in
 * the same turn of the event loop, or during a query, share the next query. So no caller receives data that was read before its request.
 * Nothing is cached.
 *
 * @param query returns the values in the order of the keys.
 */
export function inBatches<Key, Result>(
  query: (keys: readonly Key[]) => Promise<readonly Result[]>,
): (key: Key) => Promise<Result> {
  const queued: { key: Key; deferred: PromiseWithResolvers<Result> }[] = [];
  let isRunning = false;

  const runBatches = async () => {
    isRunning = true;
    while (queued.length > 0) {
      await setImmediate();
      const batch = queued.splice(0, SIZE);
      try {
        const results = await query(batch.map(({ key }) => key));
        for (const [index, { deferred }] of batch.entries()) deferred.resolve(results[index] as Result);
      } catch (error) {
        for (const { deferred } of batch) deferred.reject(error);
      }
    }
    isRunning = false;
  };

  return (key) => {
    const deferred = Promise.withResolvers<Result>();
    queued.push({ key, deferred });
    if (!isRunning) void runBatches();
    return deferred.promise;
  };
}
