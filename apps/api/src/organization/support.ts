import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** SQL for the support address of the only organization of the server; null when there are several. */
export const onlySupportUrl = sql<string | null>`(
  select min(one.support_url) from (select support_url from organizations limit 2) one having count(*) = 1)`;

/** Age after which the cached address is read again, in milliseconds. */
const MAX_AGE_MS = 10_000;

/**
 * Support address for pages without an organization: the address of the server's only organization, or else of the server's settings. It is
 * cached, and an expired address is used while it is read again. Only the first call, or the first one after `invalidate`, waits for the database.
 */
export function createSupport(db: Db, serverUrl: string) {
  let cached: string | undefined;
  let readAt = 0;
  let pending: Promise<string> | undefined;

  async function read() {
    const { rows } = await sql<{ url: string | null }>`select ${onlySupportUrl} as url`.execute(db);
    cached = rows[0]?.url || serverUrl;
    readAt = Date.now();
    return cached;
  }
  const refresh = () => {
    pending ??= read()
      .catch(() => cached ?? serverUrl)
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };

  return {
    async current(): Promise<string> {
      if (cached === undefined) return refresh();
      if (Date.now() - readAt > MAX_AGE_MS) void refresh();
      return cached;
    },
    /** Clears the cache. */
    invalidate() {
      cached = undefined;
    },
  };
}
