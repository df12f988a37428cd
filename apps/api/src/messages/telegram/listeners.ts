import type { Task } from '../../platform/jobs.ts';
import { createTelegramApi, TelegramError } from '../channels/telegram-api.ts';
import type { Bot } from './bots.ts';
import { createListener, type Listener, type ListenerDeps } from './listener.ts';

export type ListenersDeps = Pick<ListenerDeps, 'db' | 'clock' | 'links' | 'onError'> & {
  fetch: typeof globalThis.fetch;
  /** Returns the current bots. */
  bots: () => Promise<Bot[]>;
};

type Open = { listener: Listener; isOfServer: boolean };

/** Holds one listener per bot. */
export function createListeners({ fetch, bots, ...deps }: ListenersDeps) {
  const listeners = new Map<string, Open>();

  /** Opens listeners of new bots and closes those of removed bots. */
  async function refresh() {
    const current = await bots();
    for (const [token, { listener }] of listeners) {
      if (current.some((bot) => bot.token === token)) continue;
      listeners.delete(token);
      await listener.close();
    }
    for (const { token, ...bot } of current) {
      if (listeners.has(token)) continue;
      const listener = createListener({ ...deps, bot, api: createTelegramApi(token, fetch) });
      listeners.set(token, { listener, isOfServer: bot.isOfServer });
    }
  }

  return {
    /** Returns a task for each bot. A bot without responses does not delay others. */
    async tasks(): Promise<Task[]> {
      await refresh();
      return [...listeners].map(([token, { listener, isOfServer }]) => ({
        key: token,
        run: (signal) =>
          listener.poll(signal).catch((error: unknown) => {
            // The operator cannot fix the bot of an organization. Its owner sees the problem in the settings.
            if (isOfServer || !(error instanceof TelegramError)) throw error;
          }),
      }));
    },

    /** Reads the new updates of all bots once, without waiting for later ones. */
    async read() {
      await refresh();
      await Promise.allSettled([...listeners.values()].map(({ listener }) => listener.listen()));
    },

    close: async () => {
      await Promise.all([...listeners.values()].map(({ listener }) => listener.close()));
    },
  };
}
