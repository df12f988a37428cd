/** Counts the leads. The password is needed once: the session is kept in a file from run to run. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AuthStorage, createAuth } from '@referral-dashboard/auth-core';

const {
  API_URL = 'http://127.0.0.1:8000',
  SESSION = 'session.json',
  PHONE = '',
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

const auth = createAuth({ baseUrl: API_URL, storage: fileStorage(SESSION) });

await auth.initialize();
if (!auth.getState().isAuth) await auth.login({ phone: PHONE, password: PASSWORD });

const answer = await auth.fetch('/api/leads/');
const leads: unknown[] = await answer.json();
console.log(`${auth.getState().user?.first_name}: ${leads.length} leads`);

auth.dispose(); // no timer holds the process
