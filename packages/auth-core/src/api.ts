import type { Address } from './address.ts';
import { bodyOf, failureOf, objectOf, responseOf } from './answer.ts';
import type { Backend, Call } from './backend.ts';
import { AuthError, isAuthError } from './errors.ts';
import { type Messages, type MessagesOption, messagesEn } from './messages.ts';
import { type FetchLike, platform, type ResponseLike } from './platform.ts';
import type { Timers } from './timers.ts';

/** Outcome of a call of the back end: a value or an error. */
export interface Outcome<T> {
  /** 0: there was no answer. */
  readonly status: number;
  readonly value?: T | undefined;
  readonly error?: AuthError;
}

/** A call, and the reading of its answer. */
export interface Question<T> {
  readonly about: keyof Messages;
  readonly access: string | null;
  ask(call: Call): Promise<unknown>;
  /** `null`: this is not it. */
  understand(answer: unknown): Promise<T | null> | T | null;
  /** Fields that the answer may have; the first is the one that is missed. */
  readonly expected?: readonly string[];
  /** Milliseconds; left out: as long as it takes. */
  readonly timeout?: number | undefined;
  /** Statuses that are a verdict of the API. */
  readonly refusals?: RegExp;
}

/** The value, or what stands in its place is thrown. */
export function unwrap<T>({ value, error }: Outcome<T>): T {
  if (error) throw error;
  return value as T;
}

export interface Api {
  /** Calls the back end. Never rejects. */
  ask<T>(question: Question<T>): Promise<Outcome<T>>;
  /** The error with a sentence to show, where it has none. */
  say(about: keyof Messages, error: AuthError): AuthError;
}

export function createApi(parts: {
  readonly readError: Backend['readError'];
  readonly address: Address;
  readonly fetch: FetchLike;
  readonly timers: Timers;
  readonly messages: MessagesOption | undefined;
}): Api {
  const { readError, address, fetch, timers, messages } = parts;

  const say = (about: keyof Messages, error: AuthError): AuthError => {
    if (!error.message) {
      let own: string | undefined;
      try {
        own = typeof messages === 'function' ? messages(error, about) : messages?.[about];
      } catch {}
      error.message = own ?? messagesEn[about];
    }
    return error;
  };

  const ask = async <Found>({
    about,
    access,
    ask: run,
    understand,
    expected = [],
    timeout,
    refusals,
  }: Question<Found>): Promise<Outcome<Found>> => {
    let response: ResponseLike | undefined;
    let copy: ResponseLike | undefined;
    let url = 'the back end';
    let isLate = false;
    const controller = new platform.AbortController();
    /** An adapter may read the answer or not, and throw what it likes: what came is known all the same. */
    const watched: FetchLike = async (input, init) => {
      const { url: whole } = input as { readonly url?: string };
      url = whole ?? address.locate(String(input)).url;
      response = copy = undefined;
      const answered = await fetch(whole === undefined ? url : input, init);
      copy = answered.clone?.();
      response = answered;
      return answered;
    };
    let answer: unknown;
    let thrown: unknown;
    const value = await new Promise<Found | null>((resolve) => {
      const give = (cause: unknown) => {
        thrown ??= cause ?? new Error('nothing');
        resolve(null);
      };
      const cancel = timers.after(timeout, () => {
        isLate = true;
        give(new Error('timeout'));
        controller.abort();
      });
      const work = async () => {
        const call = { fetch: watched, baseUrl: address.base(true), signal: controller.signal, access };
        answer = await run(call as unknown as Call);
        return understand(answer);
      };
      work().then(resolve, give).finally(cancel);
    });

    if (isAuthError(thrown)) return { status: thrown.status ?? 0, error: thrown };
    const came = isLate ? undefined : (response ?? responseOf(thrown));
    const status = came?.status ?? 0;
    if (value !== null && (came?.ok ?? true)) return { status, value };

    const body = came && (await bodyOf(copy ?? came, timers));
    const names = Object.keys(objectOf(came ? body : answer) ?? {});
    if ((came?.ok ?? !thrown) && expected[0] && names.some((name) => !expected.includes(name))) {
      const missed = expected.find((name) => !names.includes(name));
      const message = `auth: ${url} answered without a usable "${missed}"; it has: ${names.join(', ')}`;
      return { status, error: new AuthError('misconfigured', message, { status: came?.status ?? null }) };
    }
    const error = failureOf(came, body, readError, refusals, came ? undefined : thrown);
    return { status, error: say(about, error) };
  };

  return { ask, say };
}
