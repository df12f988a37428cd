import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** Support address of the only organization of the server; null when there are several. */
export const onlySupportUrl = sql<string | null>`(
  select min(one.support_url) from (select support_url from organizations limit 2) one having count(*) = 1)`;

/** Time for which an address that was read is used, in milliseconds. */
const FRESH_MS = 10_000;

/**
 * Support address for pages that belong to no organization: that of the only one on the server, or else that of the server's settings. A page
 * never waits for the database: an address that was read before is used while it is read again.
 */
export function createSupport(db: Db, serverUrl: string) {
  let known: string | undefined;
  let readAt = 0;
  let reading: Promise<string> | undefined;

  async function read() {
    const { rows } = await sql<{ url: string | null }>`select ${onlySupportUrl} as url`.execute(db);
    known = rows[0]?.url || serverUrl;
    readAt = Date.now();
    return known;
  }
  const refresh = () => {
    reading ??= read()
      .catch(() => known ?? serverUrl)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  return {
    async current(): Promise<string> {
      if (known === undefined) return refresh();
      if (Date.now() - readAt > FRESH_MS) void refresh();
      return known;
    },
    /** Reads the address again at the next page. */
    forget() {
      known = undefined;
    },
  };
}
