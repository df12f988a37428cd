import type { MessageSettings } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Sealer } from '../../platform/sealed.ts';
import { parseBotId } from '../channels/telegram-api.ts';
import { isByServer } from '../ready-channels.ts';
import { isChatFor, isReader } from '../recipients.ts';
import { decryptToken } from '../senders/organization-telegram.ts';

export type Bot = {
  /** Numeric id: the part of the token before the colon. */
  id: string;
  token: string;
  /** Whether the bot is part of the server's settings. */
  isOfServer: boolean;
};

/** Creates a bot from its token. */
export const toBot = (token: string, isOfServer: boolean): Bot => ({
  token,
  isOfServer,
  id: parseBotId(token),
});

/** Returns the bots in use, without duplicates. Tokens that cannot be decrypted are skipped. */
export async function botsToRead(db: Db, sealer: Sealer, server: Bot | undefined): Promise<Bot[]> {
  if (server !== undefined) return [server];
  const rows = await db.selectFrom('organization_telegram').selectAll().execute();
  const tokens = rows.map((row) => decryptToken(sealer, row)).filter((token) => token !== undefined);
  return [...new Set(tokens)].map((token) => toBot(token, false));
}

/** Returns the bots that may write to a user, with the state of the user's link. */
export async function botsOfUser(db: Db, userId: string): Promise<MessageSettings['bots']> {
  const user = sql`${userId}::uuid`;
  const { rows } = await sql<MessageSettings['bots'][number]>`
    select b.id, b.name, b.organization, case
      when exists (select from telegram_chats t where t.user_id = ${user} and t.bot_id = b.id) then 'linked'
      when exists (select from telegram_chats t where t.user_id = ${user} and ${isChatFor(sql`b.sender_id`)}) then 'former'
      else 'none' end as link
    from (
      select bot_id as id, sender as name, '' as organization, null::uuid as sender_id
      from message_channels where bot_id is not null
      union all
      select t.bot_id, t.bot_name, o.name, t.organization_id
      from organization_telegram t join organizations o on o.id = t.organization_id
      where ${isReader(sql`t.organization_id`, user)} and not ${isByServer(sql`'telegram'`)}
    ) b
    order by b.organization, b.id`.execute(db);
  return rows;
}

/** Deletes the links of a user with bots that no longer write to the user. */
export async function dropFormerChats(trx: Db, userId: string) {
  const current = (await botsOfUser(trx, userId)).map(({ id }) => id);
  await trx
    .deleteFrom('telegram_chats')
    .where('user_id', '=', userId)
    .$if(current.length > 0, (query) => query.where('bot_id', 'not in', current))
    .execute();
}

/** Saves the user name of a bot. The owner of the bot can change it in Telegram. */
export async function saveBotName(db: Db, { id, isOfServer }: Omit<Bot, 'token'>, name: string) {
  if (isOfServer) {
    await db.updateTable('message_channels').set({ sender: name }).where('bot_id', '=', id).execute();
    return;
  }
  await db
    .updateTable('organization_telegram')
    .set({ bot_name: name })
    .where('bot_id', '=', id)
    .where('bot_name', '<>', name)
    .execute();
}

/** Assigns chats and cursors without a bot id to the server's bot. Older versions had one bot and stored no id. */
export async function claimUnnamedBot(trx: Db, id: string) {
  await sql`
    update telegram_chats c set bot_id = ${id} where bot_id = '' and not exists (
      select from telegram_chats t where t.bot_id = ${id} and (t.user_id = c.user_id or t.chat_id = c.chat_id))`.execute(
    trx,
  );
  await sql`
    update telegram_polls set bot = ${id} where bot = '' and not exists (
      select from telegram_polls t where t.bot = ${id})`.execute(trx);
}
