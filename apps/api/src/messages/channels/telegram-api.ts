/** Error response of Telegram. `status` is 0 when there was no response. */
export class TelegramError extends Error {
  override readonly name = 'TelegramError';
  readonly status: number;
  /** Seconds to wait before the next request; null when Telegram named none. */
  readonly retryAfter: number | null;

  constructor(status: number, retryAfter: number | null = null, cause?: unknown) {
    super(`Telegram returned status ${status}.`, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export type TelegramUpdate = {
  update_id: number;
  message?: { text?: string; chat: { id: number; type: string } };
};

export type TelegramApi = ReturnType<typeof createTelegramApi>;

type ResponseBody = { ok: boolean; result?: unknown; parameters?: { retry_after?: number } };

const SITE = 'https://api.telegram.org';
const TIMEOUT_MS = 15_000;

/** Returns the numeric id of a bot: the part of its token before the colon. */
export const parseBotId = (token: string) => token.slice(0, token.indexOf(':'));

/** Client for the Telegram Bot API. Its errors never contain the token, although the URLs do. */
export function createTelegramApi(token: string, fetch: typeof globalThis.fetch) {
  async function call<Result>(method: string, body: object, signal: AbortSignal): Promise<Result> {
    let status = 0;
    let reply: ResponseBody;
    try {
      const response = await fetch(`${SITE}/bot${token}/${method}`, {
        signal,
        method: 'POST',
        redirect: 'error',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      ({ status } = response);
      reply = (await response.json()) as ResponseBody;
    } catch {
      throw new TelegramError(status);
    }
    if (!reply.ok) throw new TelegramError(status, reply.parameters?.retry_after ?? null);
    return reply.result as Result;
  }
  const timeoutSignal = () => AbortSignal.timeout(TIMEOUT_MS);

  return {
    /** User name of the bot, without `@`. */
    name: async () => (await call<{ username: string }>('getMe', {}, timeoutSignal())).username,

    /** Sends a text to a chat. */
    send: (chat: string, text: string) =>
      call<unknown>(
        'sendMessage',
        { chat_id: chat, text, link_preview_options: { is_disabled: true } },
        timeoutSignal(),
      ),

    /** Returns updates from the number `offset` on. Waits at most `timeout` seconds for the first one. */
    updates: (offset: number, timeout: number, signal: AbortSignal) =>
      call<TelegramUpdate[]>(
        'getUpdates',
        { offset, timeout, allowed_updates: ['message'] },
        AbortSignal.any([signal, AbortSignal.timeout(timeout * 1000 + TIMEOUT_MS)]),
      ),
  };
}
