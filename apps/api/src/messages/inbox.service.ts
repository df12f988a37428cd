import type { Message, MessageQuery, MessagesRead } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { readPage } from '../platform/db/lists/page.ts';
import { isReader } from './recipients.ts';

const KEYS = { created_at: { column: sql`m.created_at`, kind: 'time' } } as const;

/** Lists, counts and marks the messages in a user's bell. */
export function createInbox(db: Db, clock: Clock) {
  const own = (userId: string) =>
    db
      .selectFrom('messages as m')
      .where('m.user_id', '=', userId)
      .where('m.in_bell', '=', true)
      .where(isReader(sql`m.organization_id`, sql`m.user_id`));

  async function counts(userId: string) {
    return own(userId)
      .where('m.read_at', 'is', null)
      .select([
        sql<number>`count(*)::int`.as('unread'),
        // Direct messages are never grouped.
        sql<number>`count(distinct (m.event, (m.created_at at time zone 'Europe/Moscow')::date,
          case m.event when 'direct' then m.id end))::int`.as('groups'),
      ])
      .executeTakeFirstOrThrow();
  }

  return {
    counts,

    async list(userId: string, { unread, ...request }: MessageQuery) {
      const messages = own(userId)
        .select(['m.id', 'm.event', 'm.title', 'm.body', 'm.path', 'm.created_at', 'm.read_at'])
        .$if(unread !== undefined, (query) => query.where('m.read_at', 'is', null));
      const page = await readPage(messages, KEYS, sql`m.id`, request);
      const results = page.results.map(
        ({ body, created_at, read_at, ...row }): Message => ({
          ...row,
          text: body,
          created_at: created_at.toISOString(),
          read_at: read_at?.toISOString() ?? null,
        }),
      );
      return { ...page, results };
    },

    /** Marks messages with the given ids as read, or all without ids. */
    async read(userId: string, { ids }: MessagesRead) {
      await db
        .updateTable('messages')
        .set({ read_at: clock() })
        .where('user_id', '=', userId)
        .where('in_bell', '=', true)
        .where(isReader(sql`messages.organization_id`, sql`messages.user_id`))
        .where('read_at', 'is', null)
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
        .execute();
      return counts(userId);
    },
  };
}

export type Inbox = ReturnType<typeof createInbox>;
