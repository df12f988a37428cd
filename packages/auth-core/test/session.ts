import { createAuth } from '../src/create-auth.ts';
import type { Auth, AuthOptions } from '../src/options.ts';
import { simpleJwt } from '../src/simple-jwt.ts';
import type { User } from '../src/state.ts';
import { type AuthStorage, memoryStorage } from '../src/storage.ts';
import { createServer, OLGA, type Server } from './server.ts';

export const BASE = 'http://127.0.0.1:8000';

export interface PhoneCredentials {
  readonly phone: string;
  readonly password: string;
}

/** SimpleJWT at the paths of the test server. */
export const accounts = simpleJwt<PhoneCredentials>({
  paths: {
    login: '/api/accounts/login/',
    refresh: '/api/accounts/refresh/',
    verify: '/api/accounts/verify/',
    user: '/api/accounts/users/me/',
  },
});

export const messages = {
  login: 'Ошибка входа',
  user: 'Ошибка загрузки пользователя',
  profile: 'Ошибка сохранения',
  unreachable: 'Нет связи с сервером',
};

export type TestOptions = Partial<AuthOptions<User, PhoneCredentials>>;

/** Tokens as `setSession` takes them. */
export const asTokens = ({ access, refresh }: { access: string; refresh: string }) => ({
  accessToken: access,
  refreshToken: refresh,
});

/** The mark of another tab's login that began now. */
export const loginMark = () => JSON.stringify({ base: BASE, id: 'other', login: Date.now() + 0.5 });

/** Puts a complete session into storage, as an earlier visit left it. */
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
  readonly auth: Auth<User, PhoneCredentials>;
  readonly warnings: unknown[][];
}

/** An instance without a page, with an empty storage and its own server. */
export function setUp(options: TestOptions = {}): Setup {
  const server = createServer();
  const storage = options.storage ?? memoryStorage();
  const warnings: unknown[][] = [];
  const logger = { warn: (...parts: unknown[]) => void warnings.push(parts) };
  const auth = createAuth({
    baseUrl: BASE,
    backend: accounts,
    fetch: server.fetch,
    logger,
    messages,
    ...options,
    storage,
  } as AuthOptions<User, PhoneCredentials> & { userSchema?: undefined });
  return { server, storage, auth, warnings };
}

/** The same, after an earlier visit: signed in and initialised. */
export async function setUpSignedIn(options: TestOptions = {}): Promise<Setup> {
  const world = setUp(options);
  leaveSession(world.storage, world.server.issue());
  await world.auth.initialize();
  world.server.calls.length = 0;
  return world;
}

export const CREDENTIALS: PhoneCredentials = { phone: '+79990000001', password: 'correct horse' };
