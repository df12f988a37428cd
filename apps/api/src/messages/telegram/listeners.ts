import { createTelegramApi, TelegramError } from '../channels/telegram-api.ts';
import { pause } from '../pause.ts';
import type { Bot } from './bots.ts';
import { createListener, type Listener, type ListenerParts } from './listener.ts';

/** Interval for the detection of added and removed bots, in milliseconds. */
const REFRESH_MS = 10_000;

export type ListenersParts = Pick<ListenerParts, 'db' | 'clock' | 'links' | 'onError'> & {
  fetch: typeof globalThis.fetch;
  /** Returns the current bots. */
  bots: () => Promise<Bot[]>;
};

/** Runs one listener per bot. They run independently, so that a bot without responses does not delay others. */
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
      // The operator cannot fix the bot of an organization. Its owner sees the problem in the settings.
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

    /** Reads the new updates of all bots once. */
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
