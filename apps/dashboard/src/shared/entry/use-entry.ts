import { useAuth, useAuthFetch } from '@referral-dashboard/react-auth';
import { useRef, useState } from 'react';
import { ask } from '../api/ask.ts';
import { fieldErrorsOf } from '../errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../errors/sentence.ts';

/** `refresh` is null when the user was already signed in and keeps the session. */
type Tokens = { access: string; refresh: string | null };
type Problems<Field extends string> = Partial<Record<Field, string | undefined>>;

/** Returns a function that posts JSON to a public endpoint. It rejects with an `AuthError`. */
export function usePost() {
  const fetch = useAuthFetch();
  return (url: string, body: object, signal?: AbortSignal) =>
    ask(fetch, url, {
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
  failed: string;
  /** Error title when the call succeeded but the session could not be opened. */
  spent: string;
  url: string;
  onEntered: () => void;
};

/** Sends a form whose response opens a session. Collects field errors and allows one request at a time. */
export function useEntry<Field extends string>({
  fields,
  failed,
  spent,
  url,
  onEntered,
}: EntryOptions<Field>) {
  const { setSession, reloadUser } = useAuth();
  const post = usePost();
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [isBusy, setBusy] = useState(false);
  const [isSpent, setSpent] = useState(false);
  const underWay = useRef(false);
  const tokens = useRef<Tokens | null>(null);

  /**
   * Resolves to the field errors.
   *
   * @param isTold Returns true for errors that are shown outside the form.
   */
  async function enter(body: object, isTold?: (error: unknown) => boolean): Promise<Problems<Field>> {
    if (underWay.current) return {};
    underWay.current = true;
    setBusy(true);
    setFailure(null);
    setProblems({});
    try {
      tokens.current ??= (await post(url, body)) as Tokens;
      const { access: accessToken, refresh: refreshToken } = tokens.current;
      if (refreshToken === null) await reloadUser();
      else await setSession({ accessToken, refreshToken });
      onEntered();
      return {};
    } catch (error) {
      setSpent(tokens.current !== null);
      if (tokens.current) {
        const { title, advice } = errorSentence(error, 'Войдите с телефоном и паролем');
        setFailure({ title: spent, advice: advice || title });
        return {};
      }
      if (isTold?.(error)) return {};
      const found = fieldErrorsOf(error, fields);
      const sentence = errorSentence(error, failed);
      setProblems(found.fields);
      if (found.rest !== '') setFailure({ ...sentence, advice: found.rest });
      else if (Object.keys(found.fields).length === 0) setFailure(sentence);
      return found.fields;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }

  return { failure, problems, isBusy, isSpent, enter, point: setProblems };
}
