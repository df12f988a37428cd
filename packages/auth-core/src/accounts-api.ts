import { type Answer, objectOf, read } from './answer.ts';
import { type FetchLike, platform } from './platform.ts';
import type { Timers } from './timers.ts';

export interface Credentials {
  readonly phone: string;
  readonly password: string;
  /** What the captcha gave; empty without one. */
  readonly smartToken?: string;
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string | null;
}

/** What is accepted as a token: it must survive a header, and `"undefined"` is a bug's footprint. */
export const tokenOf = (value: unknown): string | null =>
  typeof value === 'string' && /^(?!undefined$|null$)[!-~]+$/.test(value) ? value : null;

/** The tokens of a login or refresh answer; `null` when there is no access token in it. */
export function tokensOf(body: unknown): Tokens | null {
  const { access: first, refresh } = objectOf(body) ?? {};
  const access = tokenOf(first);
  return access ? { access, refresh: tokenOf(refresh) } : null;
}

/** How long startup's verify may take, in milliseconds. */
const VERIFY_TIMEOUT_MS = 10_000;

/** The five calls. `bearer` is the stored access token, if any. None rejects: no answer has status 0. */
export function createAccountsApi(baseUrl: string, fetch: FetchLike, timers: Timers) {
  const call = (
    method: string,
    path: string,
    bearer: string | null,
    payload?: object,
    timeout?: number,
  ): Promise<Answer> =>
    new Promise((resolve) => {
      const controller = new platform.AbortController();
      const fail = (cause: unknown) => resolve({ status: 0, cause });
      const cancel = timers.after(timeout, () => {
        fail(new Error('timeout'));
        controller.abort();
      });
      fetch(`${baseUrl}/api/accounts/${path}/`, {
        method,
        headers: {
          'Content-Type': 'application/json',
          ...(bearer && { Authorization: `Bearer ${bearer}` }),
        },
        body: payload && JSON.stringify(payload),
        signal: controller.signal,
      })
        .then(read)
        .then(resolve, fail)
        .finally(cancel);
    });

  return {
    login: (bearer: string | null, { phone, password, smartToken = '' }: Credentials) =>
      call('POST', 'login', bearer, { phone, password, 'smart-token': smartToken }),
    verify: (bearer: string | null) => call('POST', 'verify', bearer, { token: bearer }, VERIFY_TIMEOUT_MS),
    refresh: (bearer: string | null, refresh: string | null, timeout: number) =>
      call('POST', 'refresh', bearer, { refresh }, timeout),
    me: (bearer: string | null) => call('GET', 'users/me', bearer),
    update: (bearer: string | null, patch: object) => call('PATCH', 'users/me', bearer, patch),
  };
}

export type AccountsApi = ReturnType<typeof createAccountsApi>;
