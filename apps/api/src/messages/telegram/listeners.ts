import { createTelegramApi, TelegramError } from '../channels/telegram-api.ts';
import { pause } from '../pause.ts';
import type { Bot } from './bots.ts';
import { createListener, type Listener, type ListenerParts } from './listener.ts';

/** Milliseconds after which bots that were added or removed are noticed. */
const REFRESH_MS = 10_000;

export type ListenersParts = Pick<ListenerParts, 'db' | 'clock' | 'links' | 'onError'> & {
  fetch: typeof globalThis.fetch;
  /** Bots to read now. */
  bots: () => Promise<Bot[]>;
};

/** One listener for each bot. Each runs by itself: a bot that does not answer delays no other. */
export function createListeners({ fetch, bots, ...parts }: ListenersParts) {
  const { onError } = parts;
  const running = new Map<string, Listener>();
  const ending = new AbortController();
  let isStarted = false;
  let serving: Promise<unknown> = Promise.resolve();

  function open(bot: Bot) {
    const { token, isOfServer } = bot;
    const listener = createListener({
      ...parts,
      bot,
      api: createTelegramApi(token, fetch),
      // The operator cannot do anything about the bot of an organization; its owner sees the problem on the screen.
      onError: (error) => (isOfServer || !(error instanceof TelegramError)) && onError(error),
    });
    running.set(token, listener);
    if (isStarted) listener.start();
  }

  async function refresh() {
    const current = await bots();
    for (const [token, listener] of running) {
      if (current.some((bot) => bot.token === token)) continue;
      running.delete(token);
      void listener.stop().catch(onError);
    }
    for (const bot of current) if (!running.has(bot.token)) open(bot);
  }

  async function serve() {
    while (!ending.signal.aborted) {
      await refresh().catch(onError);
      await pause(REFRESH_MS, ending.signal);
    }
  }

  return {
    start() {
      isStarted = true;
      serving = serve();
    },

    /** Reads the new updates of every bot. */
    async listen() {
      await refresh();
      await Promise.all([...running.values()].map((listener) => listener.listen(0).catch(onError)));
    },

    async stop() {
      ending.abort();
      await serving;
      await Promise.all([...running.values()].map((listener) => listener.stop()));
    },
  };
}
