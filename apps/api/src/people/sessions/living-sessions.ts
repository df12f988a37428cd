import { LRUCache } from 'lru-cache';

/** Milliseconds for which a session that lived is taken for living. */
const BELIEVED_MS = 500;
const MOST = 10_000;

/**
 * Cache of sessions that live, for who asks of the same ones all the time. What was read is believed for half a second. What is read within
 * half a second of the end of a session is not kept: the transaction that ends it may not be through.
 *
 * @param find reads a session.
 * @param elapsed milliseconds since some moment, whatever becomes of the clock.
 */
export function createLivingSessions<Session extends { lives: boolean }>(
  find: (id: string) => Promise<Session | undefined>,
  elapsed = () => performance.now(),
) {
  const living = new LRUCache<string, Session>({
    max: MOST,
    ttl: BELIEVED_MS,
    ttlResolution: 0,
    perf: { now: elapsed },
  });
  let keptFrom = 0;

  return {
    /** A session that lives now or did half a second ago; of one that does not, how it is now. */
    async find(id: string): Promise<Session | undefined> {
      const known = living.get(id);
      if (known !== undefined) return known;
      const start = elapsed();
      const session = await find(id);
      if (session?.lives && start >= keptFrom) living.set(id, session, { start });
      return session;
    },

    /** To be called when a session is ended. */
    forget() {
      living.clear();
      keptFrom = elapsed() + BELIEVED_MS;
    },
  };
}
