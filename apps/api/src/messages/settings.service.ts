import {
  getMessageEvents,
  MESSAGE_CHANNELS,
  MESSAGE_RULES,
  type MessageChannel,
  type MessageEvent,
  type MessageSettings,
  type MessageSettingsPatch,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { invalid } from '../platform/errors.ts';
import type { Principal } from '../platform/http/principal.ts';
import { organizationSenders } from './ready-channels.ts';
import { confirmedEmail, displayAddress, getQuietHours, isReader } from './recipients.ts';
import { botsOfUser } from './telegram/bots.ts';

/** Reads and saves the channels and quiet hours of a user. */
export function createMessageSettings(db: Db) {
  const getEvents = ({ user, position }: Principal): MessageEvent[] =>
    getMessageEvents(user.role === 'partner' ? null : position);

  async function get(principal: Principal): Promise<MessageSettings> {
    const userId = principal.user.id;
    const person = await db
      .selectFrom('users as u')
      .leftJoin('quiet_hours as q', 'q.user_id', 'u.id')
      .leftJoin('organizations as o', 'o.id', 'u.organization_id')
      .select(confirmedEmail.as('email'))
      .select(['u.phone', 'q.quiet_from', 'q.quiet_until', 'o.time_zone'])
      .select('q.user_id as has_hours')
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow();
    const { rows: ready } = await sql<{ channel: MessageChannel }>`
      select channel from message_channels
      union
      select channel from ${organizationSenders(isReader(sql`o.organization_id`, sql`${userId}::uuid`))} s`.execute(
      db,
    );
    const bots = await botsOfUser(db, userId);
    const chats = Object.fromEntries(bots.filter(({ link }) => link === 'linked').map(({ id }) => [id, id]));
    const choices = await db
      .selectFrom('message_choices')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    const getMode = (event: MessageEvent, channel: (typeof MESSAGE_CHANNELS)[number]) =>
      choices.find((choice) => choice.event === event && choice.channel === channel)?.mode ??
      MESSAGE_RULES[event].usual[channel];
    return {
      channels: MESSAGE_CHANNELS.map((channel) => ({
        channel,
        is_set_up: ready.some((choice) => choice.channel === channel),
        address: displayAddress(channel, { ...person, chats }),
      })),
      bots,
      choices: getEvents(principal).flatMap((event) =>
        MESSAGE_CHANNELS.map((channel) => ({ event, channel, mode: getMode(event, channel) })),
      ),
      quiet: getQuietHours({ ...person, has_hours: person.has_hours !== null }),
      time_zone: person.time_zone ?? 'Europe/Moscow',
    };
  }

  return {
    get,

    /** Saves the settings. @throws ApiError 400 for an event that does not concern the user, or an urgent event in the daily mode. */
    async update(
      principal: Principal,
      { choices = [], quiet }: MessageSettingsPatch,
    ): Promise<MessageSettings> {
      const userId = principal.user.id;
      const events = getEvents(principal);
      for (const { event, mode } of choices) {
        if (!events.includes(event)) throw invalid({ choices: ['О таком событии вам не сообщают.'] });
        if (mode === 'daily' && MESSAGE_RULES[event].isUrgent)
          throw invalid({ choices: ['О таком событии сообщают сразу.'] });
      }
      await db.transaction().execute(async (trx) => {
        if (choices.length > 0) {
          // The last of several choices for the same event and channel counts.
          const last = new Map(choices.map((choice) => [`${choice.event} ${choice.channel}`, choice]));
          await trx
            .insertInto('message_choices')
            .values([...last.values()].map((choice) => ({ ...choice, user_id: userId })))
            .onConflict((conflict) =>
              conflict
                .columns(['user_id', 'event', 'channel'])
                .doUpdateSet((set) => ({ mode: set.ref('excluded.mode') })),
            )
            .execute();
        }
        if (quiet !== undefined) {
          const hours = { quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null };
          await trx
            .insertInto('quiet_hours')
            .values({ ...hours, user_id: userId })
            .onConflict((conflict) => conflict.column('user_id').doUpdateSet(hours))
            .execute();
        }
      });
      return get(principal);
    },
  };
}

export type MessageSettingsService = ReturnType<typeof createMessageSettings>;
