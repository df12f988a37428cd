import { AuthError } from '@referral-dashboard/auth-core';

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * Fetches JSON for public pages. The response is not validated, so these pages do not load the schemas of the contract.
 *
 * @throws AuthError on a network failure or an error status.
 */
export async function fetchJson(fetch: Fetch, url: string, init?: RequestInit): Promise<unknown> {
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
