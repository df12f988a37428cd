import type { Channel, Outcome } from './channel.ts';
import { type TelegramApi, TelegramError } from './telegram-api.ts';

/** Maximum length of a text. Telegram allows 4096 characters. */
const MAX_LENGTH = 4000;

/** Telegram channel: a bot sends to linked chats. Telegram allows about 30 messages per second, and one per second for a chat. */
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
      await api.send(to, parts.join('\n\n').slice(0, MAX_LENGTH));
      return { kind: 'sent' };
    } catch (error) {
      return toOutcome(error);
    }
  },
});

function toOutcome(error: unknown): Outcome {
  const { status, retryAfter } = error instanceof TelegramError ? error : new TelegramError(0);
  if (status === 429) return { kind: 'slow', seconds: retryAfter ?? 30 };
  if (status === 403) return { kind: 'gone', problem: 'Получатель остановил бота. Telegram отключен.' };
  if (status === 400) return { kind: 'refused', problem: 'Telegram не нашел этого чата.' };
  if (status === 401 || status === 404) return { kind: 'down', problem: 'Telegram не принимает токен бота.' };
  return { kind: 'down', problem: 'Telegram не отвечает.' };
}
