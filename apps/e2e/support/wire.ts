import type { BrowserContext, Request } from '@playwright/test';

export type Call = { call: string; authorization: string | undefined; body: unknown };

export type Wire = ReturnType<typeof wire>;

const isCall = (request: Request) =>
  new URL(request.url()).pathname.startsWith('/api/') && request.method() !== 'OPTIONS';

export const calls = {
  login: 'POST /api/accounts/login/',
  verify: 'POST /api/accounts/verify/',
  refresh: 'POST /api/accounts/refresh/',
  me: 'GET /api/accounts/users/me/',
  update: 'PATCH /api/accounts/users/me/',
} as const;

/** Records the API requests of the pages of a context. */
export function wire(context: BrowserContext) {
  const requests: Request[] = [];
  context.on('request', (request) => {
    if (isCall(request)) requests.push(request);
  });
  const name = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

  const isSessionCall = (call: string) => Object.values<string>(calls).includes(call);
  const read = (from: readonly Request[]): Promise<Call[]> =>
    Promise.all(
      from.map(async (request) => {
        const { authorization } = await request.allHeaders();
        return { call: name(request), authorization, body: request.postDataJSON() as unknown };
      }),
    );

  return {
    /** Method and path of each request in order, for example `POST /api/accounts/login/`. */
    names: () => requests.map(name),
    calls: () => read(requests),
    /** Session requests only, without those that load page data. */
    sessionNames: () => requests.map(name).filter(isSessionCall),
    sessionCalls: () => read(requests.filter((request) => isSessionCall(name(request)))),
    /** Requests that change data. */
    writes: () => requests.filter((request) => request.method() !== 'GET').map(name),
    clear() {
      requests.length = 0;
    },
  };
}
