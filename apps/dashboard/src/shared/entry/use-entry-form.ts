import { useAuth, useAuthFetch } from '@referral-dashboard/react-auth';
import { useRef, useState } from 'react';
import { fetchJson } from '../api/fetch-json.ts';
import { describeError, type ErrorText } from '../errors/describe-error.ts';
import { splitFieldErrors } from '../errors/field-errors.ts';

/** `refresh` is null when the user was already signed in and keeps the session. */
type Tokens = { access: string; refresh: string | null };
type Problems<Field extends string> = Partial<Record<Field, string | undefined>>;

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

type EntryOptions<Field extends string> = {
  fields: readonly Field[];
  /** Error title, e.g. «Пароль не изменен». */
  failureTitle: string;
  /** Error title when the call succeeded but the session could not be opened. */
  signInFailureTitle: string;
  url: string;
  onSignIn: () => void;
};

/** Sends a form whose response opens a session. Collects field errors and allows one request at a time. */
export function useEntryForm<Field extends string>({
  fields,
  failureTitle,
  signInFailureTitle,
  url,
  onSignIn,
}: EntryOptions<Field>) {
  const { setSession, reloadUser } = useAuth();
  const post = usePost();
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [isBusy, setBusy] = useState(false);
  const [isAccepted, setAccepted] = useState(false);
  const isPending = useRef(false);
  const tokens = useRef<Tokens | null>(null);

  /**
   * Resolves to the field errors.
   *
   * @param isShownElsewhere Returns true for errors that are shown outside the form.
   */
  async function signIn(
    body: object,
    isShownElsewhere?: (error: unknown) => boolean,
  ): Promise<Problems<Field>> {
    if (isPending.current) return {};
    isPending.current = true;
    setBusy(true);
    setFailure(null);
    setProblems({});
    try {
      tokens.current ??= (await post(url, body)) as Tokens;
      const { access: accessToken, refresh: refreshToken } = tokens.current;
      if (refreshToken === null) await reloadUser();
      else await setSession({ accessToken, refreshToken });
      onSignIn();
      return {};
    } catch (error) {
      setAccepted(tokens.current !== null);
      if (tokens.current) {
        const { title, advice } = describeError(error, 'Войдите с телефоном и паролем');
        setFailure({ title: signInFailureTitle, advice: advice || title });
        return {};
      }
      if (isShownElsewhere?.(error)) return {};
      const serverErrors = splitFieldErrors(error, fields);
      const text = describeError(error, failureTitle);
      setProblems(serverErrors.fields);
      if (serverErrors.rest !== '') setFailure({ ...text, advice: serverErrors.rest });
      else if (Object.keys(serverErrors.fields).length === 0) setFailure(text);
      return serverErrors.fields;
    } finally {
      isPending.current = false;
      setBusy(false);
    }
  }

  return { failure, problems, isBusy, isAccepted, signIn, setProblems };
}
