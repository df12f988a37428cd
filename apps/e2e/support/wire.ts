import type { BrowserContext, Request } from '@playwright/test';

export type Call = { call: string; authorization: string | undefined; body: unknown };

export type Wire = ReturnType<typeof wire>;

const isCall = (request: Request) =>
  new URL(request.url()).pathname.startsWith('/api/') && request.method() !== 'OPTIONS';

/** What the pages of a context send to the API. */
export function wire(context: BrowserContext) {
  const requests: Request[] = [];
  context.on('request', (request) => {
    if (isCall(request)) requests.push(request);
  });
  const name = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

  return {
    /** `POST /api/accounts/login/` and so on, in the order they were sent. */
    names: () => requests.map(name),
    calls: (): Promise<Call[]> =>
      Promise.all(
        requests.map(async (request) => {
          const { authorization } = await request.allHeaders();
          return { call: name(request), authorization, body: request.postDataJSON() as unknown };
        }),
      ),
    forget() {
      requests.length = 0;
    },
  };
}

export const calls = {
  login: 'POST /api/accounts/login/',
  verify: 'POST /api/accounts/verify/',
  refresh: 'POST /api/accounts/refresh/',
  me: 'GET /api/accounts/users/me/',
  update: 'PATCH /api/accounts/users/me/',
} as const;
