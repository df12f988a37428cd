/** Counts the orders. The first run needs the password; later runs use the session in a file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AuthStorage, createAuth, simpleJwt } from '@referral-dashboard/auth-core';

const {
  API_URL = 'http://127.0.0.1:8000',
  SESSION = 'session.json',
  USERNAME = '',
  PASSWORD = '',
} = process.env;

/** A storage in a file that only its owner may read. */
function fileStorage(path: string): AuthStorage {
  const items: Record<string, string> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const save = () => writeFileSync(path, JSON.stringify(items), { mode: 0o600 });
  return {
    getItem: (key) => items[key] ?? null,
    setItem(key, value) {
      items[key] = value;
      save();
    },
    removeItem(key) {
      delete items[key];
      save();
    },
  };
}

const auth = createAuth({
  baseUrl: API_URL,
  backend: simpleJwt({ paths: { user: '/api/me/' } }),
  storage: fileStorage(SESSION),
});

await auth.initialize();
if (!auth.getState().isAuth) await auth.login({ username: USERNAME, password: PASSWORD });

const response = await auth.fetch('/api/orders/');
if (!response.ok) throw new Error(`Orders: status ${response.status}`);
const orders: unknown[] = await response.json();
console.log(`${auth.getState().user?.name}: ${orders.length} orders`);

auth.dispose(); // lets the process exit
