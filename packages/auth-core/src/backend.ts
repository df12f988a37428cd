/**
 * Owns the calls of a backend: the `call` context with its marked `fetch`, the shape of returned values,
 * and the meaning of thrown ones. An answer is `refused` or `unreachable`; a bug of the backend is `misconfigured`.
 */
import type { Address, Attempt, IsUnauthorized } from './auth-fetch.ts';
import { AuthError, describe, isAuthError, type Messages, responseError } from './errors.ts';
import type { AuthOptions, Backend, Call, Debug, StandardSchema } from './options.ts';
import {
  type AnyResponse,
  type FetchLike,
  objectOf,
  parseJson,
  platform,
  type RequestLike,
  type ResponseLike,
  type Timers,
  type Warn,
} from './platform.ts';
import { tokenOf } from './session.ts';

/** A user as it is stored, and as it is shown. */
export interface LoadedUser {
  readonly text: string;
  readonly user: object;
}

/** Tokens of a login or a refresh. */
export interface NewTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly user: LoadedUser | null;
}

type CallName = keyof Backend | 'setSession';

const SESSION_ARGUMENT = 'the argument of setSession()';

/** Milliseconds for a call at startup. */
const STARTUP_LIMIT_MS = 10_000;

/** Reads a user with `userSchema`. Throws `misconfigured`, naming the fields and not their content. */
export async function parseUser(value: unknown, schema: StandardSchema | undefined): Promise<object | null> {
  const fields = objectOf(value);
  if (!(fields && schema)) return fields;
  const result = await schema['~standard'].validate(fields);
  if (!result.issues) return objectOf(result.value);
  const names = result.issues.map(({ path = [] }) =>
    path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
  );
  throw new AuthError('misconfigured', `auth: the user does not fit userSchema: ${names.join(', ')}`);
}

const isResponse = (thrown: unknown): thrown is ResponseLike => {
  const { status, text } = (thrown ?? {}) as Partial<ResponseLike>;
  return typeof status === 'number' && typeof text === 'function';
};

const typeOf = (value: unknown): string => {
  const fields = objectOf(value);
  if (!fields) return Array.isArray(value) ? 'a list' : `${value === null ? value : typeof value}`;
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined);
  return names.join(', ') || 'no fields';
};

const resultOf = (name: keyof Backend) => `the value of backend.${name}()`;

/** The error of a value with other fields than expected. Names the fields and not their content. */
const wrongShape = (what: string, expected: string, received: unknown) =>
  new AuthError('misconfigured', `auth: ${what} must be ${expected}; received: ${typeOf(received)}`);

/** Makes a failure to read the body `unreachable`, and lets it be read more than once. */
function markBody(response: ResponseLike): ResponseLike {
  const read = response.text;
  let text: Promise<string> | undefined;
  const readText = () => {
    text ??= read.call(response).catch((cause: unknown) => {
      throw new AuthError('unreachable', '', { cause });
    });
    return text;
  };
  const readJson = async () => {
    const value = parseJson(await readText());
    // The text stays out of the error: a broken answer may hold tokens.
    if (value === undefined)
      throw new AuthError('unreachable', '', {
        status: response.status,
        cause: new Error(`HTTP ${response.status} without JSON`),
      });
    return value;
  };
  return Object.defineProperties(response, {
    text: { value: readText, configurable: true },
    json: { value: readJson, configurable: true },
  });
}

interface AskOptions {
  /** Selects the fallback sentence. */
  readonly about?: keyof Messages;
  /** Milliseconds. Default: no limit. */
  readonly timeout?: number;
  /** The call goes on after dispose. */
  readonly isKept?: boolean;
  /** The call decides about the session: any refusal is worth a refresh, and only some end the session. */
  readonly isVerdict?: boolean;
}

export type Calls = ReturnType<typeof createCalls>;

const timeoutError = () => new AuthError('unreachable', '', { cause: new Error('timeout') });

export function createCalls(
  options: AuthOptions<object, unknown>,
  address: Address,
  fetch: FetchLike,
  timers: Timers,
  isUnauthorized: IsUnauthorized,
  warn: Warn,
  debug: Debug,
) {
  const { messages, whenUnreachable } = options;
  const backend = options.backend as Backend<unknown, unknown>;
  const schema: StandardSchema | undefined = options.userSchema;
  const logged = new Set<string>();

  const markedFetch: FetchLike = async (input, init) => {
    const { url } = input as Partial<RequestLike>;
    const target = url === undefined ? address.locate(String(input)).url : input;
    try {
      return markBody(await fetch(target, init));
    } catch (cause) {
      throw new AuthError('unreachable', '', { cause });
    }
  };

  const classify = async (name: CallName, thrown: unknown): Promise<AuthError> => {
    if (isAuthError(thrown)) return thrown;
    if (isResponse(thrown)) return responseError(thrown as unknown as AnyResponse);
    const kind = thrown instanceof Error ? thrown.name : typeOf(thrown);
    const message = `auth: backend.${name}() threw ${kind}, not an AuthError or a Response`;
    return new AuthError('misconfigured', message, { cause: thrown });
  };

  /** Never rejects: `take` of the outcome returns the value or throws the error. */
  const ask = async <T>(
    name: CallName,
    accessToken: string | null,
    run: (call: Call) => Promise<T>,
    { about = 'unreachable', timeout, isKept, isVerdict }: AskOptions = {},
  ): Promise<Attempt<T>> => {
    const controller = new platform.AbortController();
    let cancel = () => {};
    try {
      const { signal } = controller;
      const call = { fetch: markedFetch, baseUrl: address.base(true), signal, accessToken };
      const work = run(call as unknown as Call);
      const limit = new Promise<never>((_, reject) => {
        if (isKept) return;
        cancel = timers.after(timeout, () => {
          controller.abort();
          reject(timeoutError());
        });
      });
      const value = await Promise.race([work, limit]);
      debug(`call ${name}`, { ok: true });
      return { isUnauthorized: false, take: () => value };
    } catch (thrown) {
      const isResponseUnauthorized = isResponse(thrown) && (await isUnauthorized(thrown));
      const given = describe(await classify(name, thrown), about, messages);
      const error = isVerdict ? toVerdict(given) : given;
      debug(`call ${name}`, { ok: false, status: error.status, code: error.code });
      if (error.code === 'misconfigured' && !logged.has(error.message)) {
        logged.add(error.message);
        warn(error.message, error.cause);
      }
      return {
        isUnauthorized:
          isResponseUnauthorized || (isVerdict && given.code === 'refused') || (await isUnauthorized(given)),
        take() {
          throw error;
        },
      };
    } finally {
      cancel();
    }
  };

  const toUser = async (what: string, value: unknown): Promise<LoadedUser> => {
    const user = await parseUser(value, schema);
    if (!user) throw wrongShape(what, 'an object', value);
    return { text: JSON.stringify(value), user };
  };

  const toTokens = async (what: string, value: unknown): Promise<NewTokens> => {
    const { accessToken, refreshToken = null, user } = objectOf(value) ?? {};
    const [access, refresh] = [tokenOf(accessToken), tokenOf(refreshToken)];
    if (!access || (refreshToken !== null && !refresh))
      throw wrongShape(what, '{ accessToken, refreshToken, user? }', value);
    return {
      accessToken: access,
      refreshToken: refresh,
      user: objectOf(user) && (await toUser(`the user of ${what}`, user)),
    };
  };

  /** No request is made without a session. */
  const required = (accessToken: string | null): string => {
    if (!accessToken) throw new AuthError('refused', '', { status: 401 });
    return accessToken;
  };

  const getUser = (accessToken: string | null, options?: AskOptions) =>
    ask(
      'getUser',
      accessToken,
      async (call) => toUser(resultOf('getUser'), await backend.getUser(required(accessToken), call)),
      { about: 'user', ...options },
    );

  return {
    /** Whether the error of a call that decides about the session ends it. */
    isFinal: ({ code }: AuthError) =>
      code === 'refused' || (code === 'unreachable' && whenUnreachable === 'logout'),

    /** The error of an exchange that did not answer in time. */
    timedOut: () => describe(timeoutError(), 'unreachable', messages),

    /** The error of a call that a later one, or dispose, overtook. */
    overtaken: (call: keyof Messages) =>
      timers.isEnded()
        ? new AuthError('disposed', 'auth: this instance was disposed')
        : describe(new AuthError('superseded', ''), call, messages),

    /** A stored user, or null where `userSchema` does not accept it. */
    readUser: (text: string) => parseUser(parseJson(text), schema).catch(() => null),

    login: (accessToken: string | null, credentials: unknown) =>
      ask(
        'login',
        accessToken,
        async (call) => toTokens(resultOf('login'), await backend.login(credentials, call)),
        { about: 'login' },
      ),

    refresh: (accessToken: string | null, refreshToken: string | null) =>
      ask(
        'refresh',
        accessToken,
        async (call) => toTokens(resultOf('refresh'), await backend.refresh(refreshToken, call)),
        // Its tokens are stored whenever they come: a rotated token must not be lost.
        { isKept: true, isVerdict: true },
      ),

    getUser: (accessToken: string | null) => getUser(accessToken),

    updateUser: (accessToken: string | null, patch: object) =>
      ask(
        'updateUser',
        accessToken,
        async (call) => {
          if (!backend.updateUser)
            throw new AuthError('misconfigured', 'auth: the backend has no updateUser()');
          return toUser(resultOf('updateUser'), await backend.updateUser(patch, required(accessToken), call));
        },
        { about: 'profile' },
      ),

    /** Whether the token is valid, by `verify` or by loading the user. */
    verify(accessToken: string | null): Promise<Attempt<LoadedUser | null>> {
      const options = { timeout: STARTUP_LIMIT_MS, isVerdict: true };
      if (!backend.verify) return getUser(accessToken, options);
      const run = async (call: Call) => {
        const isValid: unknown = await backend.verify?.(required(accessToken), call);
        if (typeof isValid !== 'boolean') throw wrongShape(resultOf('verify'), 'a boolean', isValid);
        if (!isValid) throw new AuthError('refused', '', { status: 401 });
        return null;
      };
      return ask('verify', accessToken, run, options);
    },

    logout: (tokens: Parameters<NonNullable<Backend['logout']>>[0]) =>
      ask('logout', tokens.accessToken, async (call) => backend.logout?.(tokens, call), { isKept: true }),

    /** Tokens from another source. No request is made. */
    setSession(value: unknown) {
      const run = async () => {
        if (!('refreshToken' in (objectOf(value) ?? {})))
          throw wrongShape(SESSION_ARGUMENT, '{ accessToken, refreshToken, user? }', value);
        return toTokens(SESSION_ARGUMENT, value);
      };
      return ask('setSession', null, run, { about: 'login' });
    },
  };
}

/** 400, 401 and 403 end a session; another refusal is no verdict. */
function toVerdict(error: AuthError): AuthError {
  const { code, status, message, detail, retryAfter } = error;
  return code === 'refused' && status !== null && ![400, 401, 403].includes(status)
    ? new AuthError('unreachable', message, { status, detail, retryAfter, cause: error })
    : error;
}
