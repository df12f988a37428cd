/** A request as the page sent it. */
export type Sent = {
  readonly path: string;
  /** Id of the user that the state showed at that moment. */
  readonly shown: string | null;
  /** The access token it carried. */
  readonly bearer: string | null;
  /** Both once the answer is there; the id is the one in the server's log. */
  status?: number;
  id?: string | null;
};

/** `fetch` that records each request and the user that the page showed. */
export function observe(sent: Sent[], shown: () => string | null): typeof fetch {
  return async (input, init) => {
    const authorization = new Headers(init?.headers).get('authorization');
    const entry: Sent = {
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
