import { type RegisteredUser, useAuth, useAuthFetch } from '@referral-dashboard/react-auth';
import { useRef, useState } from 'react';
import { fetchJson } from '../api/fetch-json.ts';
import { type ErrorText, explainError } from '../errors/explain-error.ts';

/** Returns a function that posts JSON to a public endpoint. It rejects with an `AuthError`. */
export function usePost() {
  const fetch = useAuthFetch();
  return (url: string, body: object, signal?: AbortSignal) =>
    fetchJson(fetch, url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      // Secrets are sent in the body, because URLs are written to logs.
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
}

/** `refresh` is null when the user was already signed in and keeps the session. */
type Tokens = { access: string; refresh: string | null };

/**
 * Call whose response opens a session, e.g. a new password. If the session cannot be opened, a retry does not repeat the call.
 *
 * @param failureTitle Error title when the call succeeded but the session could not be opened.
 */
export function useSessionCall(url: string, failureTitle: string) {
  const { setSession, reloadUser } = useAuth();
  const post = usePost();
  const tokens = useRef<Tokens | null>(null);
  const [isAccepted, setAccepted] = useState(false);

  async function openSession(body: object): Promise<RegisteredUser> {
    tokens.current ??= (await post(url, body)) as Tokens;
    const { access: accessToken, refresh: refreshToken } = tokens.current;
    try {
      return await (refreshToken === null ? reloadUser() : setSession({ accessToken, refreshToken }));
    } catch (error) {
      setAccepted(true);
      throw error;
    }
  }

  /** Text for an error after the accepted call; `undefined` for errors of the call. */
  const describe = (error: unknown): ErrorText | undefined => {
    if (tokens.current === null) return undefined;
    const { title, advice } = explainError(error, 'Войдите с телефоном и паролем').alert;
    return { title: failureTitle, advice: advice || title };
  };

  return {
    openSession,
    describe,
    /** The server accepted the call, but the session could not be opened. */
    isAccepted,
  };
}
