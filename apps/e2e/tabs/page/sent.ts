/** A request sent by the page. */
export type SentRequest = {
  readonly path: string;
  /** Id of the user in the auth state when the request was sent. */
  readonly shown: string | null;
  /** Access token of the request. */
  readonly bearer: string | null;
  /** Set when the response arrives; the id matches the server log. */
  status?: number;
  id?: string | null;
};

/** Wraps `fetch` to record each request and the current user. */
export function observe(sent: SentRequest[], shown: () => string | null): typeof fetch {
  return async (input, init) => {
    const authorization = new Headers(init?.headers).get('authorization');
    const entry: SentRequest = {
      path: new URL(String(input), location.href).pathname,
      shown: shown(),
      bearer: authorization?.replace(/^Bearer /, '') ?? null,
    };
    sent.push(entry);
    const response = await fetch(input, init);
    entry.status = response.status;
    entry.id = response.headers.get('x-request-id');
    return response;
  };
}
