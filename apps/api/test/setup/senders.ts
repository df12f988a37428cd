import { api, ok, type World } from './world.ts';

const BOT_ID = '654321';

/** A fake Telegram API that accepts every token. */
export const anyTelegram = async () => Response.json({ ok: true, result: { username: 'okna_bot' } });

/** Saves a mail server of the first organization. */
export const saveMail = ({ boss, password }: World) =>
  boss.post(`${api}/senders/email/`, {
    ...{ host: 'mail.invalid', port: 465, encryption: 'tls', user: '', from_name: '' },
    ...{ from_address: 'robot@example.ru', password },
  });

/** Saves a Telegram bot of the first organization. The server must use `anyTelegram`. */
export const saveBot = ({ boss, password }: World) =>
  boss.post(`${api}/senders/telegram/`, { bot_token: `${BOT_ID}:ABC`, password });

/** Links the owner of the first organization to the bot of `saveBot`. */
export async function linkBot({ boss, server: { db } }: World) {
  const { id: user_id } = ok<{ id: string }>(await boss.get('/api/accounts/users/me/'));
  await db
    .insertInto('telegram_chats')
    .values({ user_id, bot_id: BOT_ID, chat_id: '70', linked_at: new Date() })
    .onConflict((clash) => clash.doNothing())
    .execute();
}
