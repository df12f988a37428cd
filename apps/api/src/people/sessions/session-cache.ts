import { LRUCache } from 'lru-cache';

/** Milliseconds for which an active session is cached. */
const CACHE_MS = 500;
/** Maximum number of cached sessions. */
const MAX_SESSIONS = 10_000;

/**
 * Cache of active sessions, for clients that verify the same tokens often. An entry is valid for half a second. For half a second after a
 * session ends nothing is cached, because the transaction that ends it may not be committed yet.
 *
 * @param find reads a session.
 * @param elapsed monotonic time in milliseconds.
 */
export function createSessionCache<Session extends { is_live: boolean }>(
  find: (id: string) => Promise<Session | undefined>,
  elapsed = () => performance.now(),
) {
  const cache = new LRUCache<string, Session>({
    max: MAX_SESSIONS,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now: elapsed },
  });
  let cacheableFrom = 0;

  return {
    /** Returns a session. An ended session may appear active for another half a second. */
    async find(id: string): Promise<Session | undefined> {
      const cached = cache.get(id);
      if (cached !== undefined) return cached;
      const start = elapsed();
      const session = await find(id);
      if (session?.is_live && start >= cacheableFrom) cache.set(id, session, { start });
      return session;
    },

    /** Clears the cache. Must be called whenever a session ends. */
    invalidate() {
      cache.clear();
      cacheableFrom = elapsed() + CACHE_MS;
    },
  };
}
