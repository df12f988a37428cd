import { createAuth } from '../src/auth.ts';
import { messagesRu } from '../src/messages.ts';
import type { Auth, AuthOptions } from '../src/options.ts';
import { type AuthStorage, memoryStorage } from '../src/storage.ts';
import { createServer, OLGA, type Server } from './server.ts';

export const BASE = 'http://127.0.0.1:8000';

/** Puts a whole session into storage, as an earlier visit left it. */
export function leaveSession(
  storage: AuthStorage,
  tokens: { access: string; refresh: string },
  user: object = OLGA,
) {
  storage.setItem('access_token', tokens.access);
  storage.setItem('refresh_token', tokens.refresh);
  storage.setItem('user_data', JSON.stringify(user));
  storage.setItem('user_role', (user as { role?: string }).role ?? '');
}

export const contents = async (storage: AuthStorage) =>
  Promise.all(['access_token', 'refresh_token', 'user_data', 'user_role'].map((key) => storage.getItem(key)));

export const EMPTY = [null, null, null, null];

interface Setup {
  readonly server: Server;
  readonly storage: AuthStorage;
  readonly auth: Auth;
  readonly warnings: unknown[][];
}

/** One headless instance over an empty storage and a server of its own. */
export function setUp(options: Partial<AuthOptions> = {}): Setup {
  const server = createServer();
  const storage = options.storage ?? memoryStorage();
  const warnings: unknown[][] = [];
  const logger = { warn: (...parts: unknown[]) => void warnings.push(parts) };
  const auth = createAuth({
    baseUrl: BASE,
    fetch: server.fetch,
    logger,
    messages: messagesRu,
    ...options,
    storage,
  });
  return { server, storage, auth, warnings };
}

/** The same, after an earlier visit: signed in and initialised. */
export async function setUpSignedIn(options: Partial<AuthOptions> = {}): Promise<Setup> {
  const world = setUp(options);
  leaveSession(world.storage, world.server.issue());
  await world.auth.initialize();
  world.server.calls.length = 0;
  return world;
}

export const CREDENTIALS = { phone: '+79990000001', password: 'correct horse', smartToken: 'human' };
