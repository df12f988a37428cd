import { AuthError } from '@referral-dashboard/auth-core';

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * A call for pages that are open to anybody: without the schemas of the contract, which weigh more than such a page. The answer
 * is taken as it is.
 *
 * @throws AuthError whatever goes wrong.
 */
export async function ask(fetch: Fetch, url: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw new AuthError('unreachable', '', { cause });
  });
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (response.ok) return body;
  const { status } = response;
  const { detail } = body;
  throw new AuthError(status < 500 && status !== 429 ? 'refused' : 'unreachable', '', {
    status,
    detail: typeof detail === 'string' ? detail : null,
    fieldErrors: Object.fromEntries(
      Object.entries(body).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])),
    ),
    retryAfter: Number(response.headers.get('Retry-After')) || null,
  });
}
