/** A refusal by Telegram; `status` 0: it did not answer. */
export class TelegramError extends Error {
  override readonly name = 'TelegramError';
  readonly status: number;
  /** Seconds that Telegram asks to wait. */
  readonly retryAfter: number | null;

  constructor(status: number, retryAfter: number | null = null, cause?: unknown) {
    super(`telegram answered ${status}`, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export type TelegramUpdate = {
  update_id: number;
  message?: { text?: string; chat: { id: number; type: string } };
};

export type TelegramApi = ReturnType<typeof createTelegramApi>;

type Answer = { ok: boolean; result?: unknown; parameters?: { retry_after?: number } };

const SITE = 'https://api.telegram.org';
const PATIENCE_MS = 15_000;

/** The calls of the Bot API that are needed here. The token stands in addresses: no error tells one. */
export function createTelegramApi(token: string, fetch: typeof globalThis.fetch) {
  async function call<Result>(method: string, body: object, signal: AbortSignal): Promise<Result> {
    let status = 0;
    let answer: Answer;
    try {
      const response = await fetch(`${SITE}/bot${token}/${method}`, {
        signal,
        method: 'POST',
        redirect: 'error',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      ({ status } = response);
      answer = (await response.json()) as Answer;
    } catch {
      throw new TelegramError(status);
    }
    if (!answer.ok) throw new TelegramError(status, answer.parameters?.retry_after ?? null);
    return answer.result as Result;
  }
  const soon = () => AbortSignal.timeout(PATIENCE_MS);

  return {
    /** Name of the bot, without the @. */
    name: async () => (await call<{ username: string }>('getMe', {}, soon())).username,

    send: (chat: string, text: string) =>
      call<unknown>(
        'sendMessage',
        { chat_id: chat, text, link_preview_options: { is_disabled: true } },
        soon(),
      ),

    /** Updates from a number on; waits for one so many seconds. */
    updates: (offset: number, timeout: number, signal: AbortSignal) =>
      call<TelegramUpdate[]>(
        'getUpdates',
        { offset, timeout, allowed_updates: ['message'] },
        AbortSignal.any([signal, AbortSignal.timeout(timeout * 1000 + PATIENCE_MS)]),
      ),
  };
}
