import { createAuth, simpleJwt } from '@referral-dashboard/auth-core';
import { delayStorage } from './lag.ts';
import { lockRefusals, locksSettled } from './locks.ts';
import { parseOptions } from './options.ts';
import { observe, type SentRequest } from './sent.ts';
import { createSignal } from './signal.ts';
import { holds, put, stored } from './storage.ts';

const { refreshTimeout, lag, patient } = parseOptions(location.search);
if (lag) delayStorage(lag);

const now = () => performance.timeOrigin + performance.now();

const sent: SentRequest[] = [];
const changes: { readonly shown: string | null; readonly at: number }[] = [];

/** Id of the user in the auth state. */
const shown = (): string | null => (auth.getState().user as { id?: string } | null)?.id ?? null;

const backend = simpleJwt<{ phone: string; password: string }>({
  paths: {
    login: '/api/accounts/login/',
    refresh: '/api/accounts/refresh/',
    verify: '/api/accounts/verify/',
    user: '/api/accounts/users/me/',
  },
});

const create = (options: { baseUrl: string; storageKey?: string }) => createAuth({ backend, ...options });

const auth = createAuth({
  baseUrl: '',
  backend,
  whenUnreachable: patient ? 'wait' : 'logout',
  ...(refreshTimeout && { refreshTimeout }),
  fetch: observe(sent, shown),
});

auth.subscribe(() => {
  if (changes.at(-1)?.shown !== shown()) changes.push({ shown: shown(), at: now() });
});

const me = async () => (await auth.fetch('/api/accounts/users/me/')).status;

/** API of the page for the tests. */
const tab = {
  auth,
  /** Creates another session in the same page. */
  create,
  /** Requests users/me; resolves to the status. */
  me,
  /** The same request, started in many tabs at once. */
  signal: createSignal(me),
  /** Requests of this tab in order. */
  sent,
  shown,
  /** Every change of `shown`, with its time in Unix ms. */
  changes,
  /** Shifts one event relative to another; tests do not use it to wait for results. */
  after: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  /** Resolves when the auth state has the user. */
  shows: (id: string | null) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (shown() !== id) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = auth.subscribe(look);
      look();
    }),
  lockRefusals,
  locksSettled,
  holds,
  put,
  stored,
};

declare global {
  interface Window {
    readonly tab: typeof tab;
  }
}

Object.assign(window, { tab });
await auth.initialize();
document.title = 'ready';
