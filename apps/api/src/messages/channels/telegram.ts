import type { Channel, Outcome } from './channel.ts';
import { type TelegramApi, TelegramError } from './telegram-api.ts';

/** Most of what Telegram shows of a message. */
const LONGEST = 4000;

/** Messages by a bot to the chats that are linked with it. Telegram takes about thirty a second, one a second for a chat. */
export const telegram = (api: TelegramApi, botId: string): Channel => ({
  channel: 'telegram',
  sender: '',
  botId,
  isRehearsal: false,
  isRepeatable: false,
  atOnce: 1,
  async send({ to, title, text, url }) {
    const parts = [title, text, url].filter((part) => part !== null);
    try {
      await api.send(to, parts.join('\n\n').slice(0, LONGEST));
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error);
    }
  },
});

function outcomeOf(error: unknown): Outcome {
  const { status, retryAfter } = error instanceof TelegramError ? error : new TelegramError(0);
  if (status === 429) return { kind: 'slow', seconds: retryAfter ?? 30 };
  if (status === 403) return { kind: 'gone', problem: 'Получатель остановил бота. Telegram отключен.' };
  if (status === 400) return { kind: 'refused', problem: 'Telegram не нашел этого чата.' };
  if (status === 401 || status === 404) return { kind: 'down', problem: 'Telegram не принимает токен бота.' };
  return { kind: 'down', problem: 'Telegram не отвечает.' };
}
