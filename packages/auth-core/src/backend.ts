/**
 * Owns the calls of a backend: the `call` context with its marked `fetch`, the shape of returned values,
 * and the meaning of thrown ones. An answer is `refused` or `unreachable`; a bug of the backend is `misconfigured`.
 */
import type { Address, IsUnauthorized } from './auth-fetch.ts';
import { AuthError, describe, isAuthError, type Messages, responseError } from './errors.ts';
import type { AuthOptions, Backend, Call, Debug, StandardSchema } from './options.ts';
import { objectOf, parseJson, type Timers, type Warn } from './platform.ts';
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

const isResponse = (thrown: unknown): thrown is Response => {
  const { status, text } = (thrown ?? {}) as Partial<Response>;
  return typeof status === 'number' && typeof text === 'function';
};

const typeOf = (value: unknown): string => {
  const fields = objectOf(value);
  if (!fields) return Array.isArray(value) ? 'a list' : `${value === null ? value : typeof value}`;
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined);
  return names.join(', ') || 'no fields';
};

/** The error of a value with other fields than expected. Names the fields and not their content. */
const wrongShape = (name: CallName, expected: string, received: unknown) => {
  const what = name === 'setSession' ? 'the argument of setSession()' : `the value of backend.${name}()`;
  return new AuthError('misconfigured', `auth: ${what} must be ${expected}; received: ${typeOf(received)}`);
};

const TOKENS = '{ accessToken, refreshToken, user? }';

const unreachable = (cause: unknown) => new AuthError('unreachable', '', { cause });
const timeoutError = () => unreachable(new Error('timeout'));

/** Makes a failure to read the body `unreachable`, and lets it be read more than once. */
function markBody(response: Response): Response {
  const read = response.text;
  let text: Promise<string> | undefined;
  const readText = () => {
    text ??= read.call(response).catch((cause: unknown) => {
      throw unreachable(cause);
    });
    return text;
  };
  const readJson = async () => {
    const value = parseJson(await readText());
    // The text stays out of the error: a broken answer may hold tokens.
    const { status } = response;
    if (value === undefined)
      throw new AuthError('unreachable', '', { status, cause: new Error(`HTTP ${status} without JSON`) });
    return value;
  };
  return Object.defineProperties(response, {
    text: { value: readText, configurable: true },
    json: { value: readJson, configurable: true },
  });
}

async function classify(name: CallName, thrown: unknown): Promise<AuthError> {
  if (isAuthError(thrown)) return thrown;
  if (isResponse(thrown)) return responseError(thrown);
  const kind = thrown instanceof Error ? thrown.name : typeOf(thrown);
  const message = `auth: backend.${name}() threw ${kind}, not an AuthError or a Response`;
  return new AuthError('misconfigured', message, { cause: thrown });
}

/** 400, 401 and 403 end a session; another refusal is no verdict. */
function toVerdict(error: AuthError): AuthError {
  const { code, status, message, detail, retryAfter } = error;
  return code === 'refused' && status !== null && ![400, 401, 403].includes(status)
    ? new AuthError('unreachable', message, { status, detail, retryAfter, cause: error })
    : error;
}

/** Selects the fallback sentence. */
const SENTENCES: { readonly [name in CallName]?: keyof Messages } = {
  login: 'login',
  setSession: 'login',
  getUser: 'user',
  updateUser: 'profile',
};

export type Calls = ReturnType<typeof createCalls>;

/** The calls. Each resolves to a checked value or rejects with an `AuthError`. */
export function createCalls(
  options: AuthOptions<object, unknown>,
  address: Address,
  fetch: typeof globalThis.fetch,
  timers: Timers,
  isUnauthorized: IsUnauthorized,
  warn: Warn,
  debug: Debug,
) {
  const { messages, whenUnreachable } = options;
  const backend = options.backend as Backend<unknown, unknown>;
  const schema: StandardSchema | undefined = options.userSchema;
  const logged = new Set<string>();
  /** Errors of calls that a refresh may help. */
  const unauthorized = new WeakSet<object>();

  const markedFetch: typeof fetch = async (input, init) => {
    const isRequest = !!(input as Partial<Request>).url;
    try {
      return markBody(await fetch(isRequest ? input : address.locate(String(input)).url, init));
    } catch (cause) {
      throw unreachable(cause);
    }
  };

  /** @param isStartup The call decides about the stored session, and has a time limit. */
  const ask = async <T>(
    name: CallName,
    accessToken: string | null,
    run: (call: Call) => Promise<T>,
    isStartup = false,
  ): Promise<T> => {
    const sentence = SENTENCES[name] ?? 'unreachable';
    const isVerdict = isStartup || name === 'refresh';
    const controller = new AbortController();
    let cancel = () => {};
    const limit = new Promise<never>((_, reject) => {
      // These go on after dispose: a rotated token must not be lost, and a revocation be sent.
      if (name === 'refresh' || name === 'logout') return;
      cancel = timers.after(isStartup ? STARTUP_LIMIT_MS : undefined, () => {
        controller.abort();
        reject(describe(timeoutError(), sentence, messages));
      });
    });
    const runClassified = async () => {
      try {
        const { signal } = controller;
        return await run({ fetch: markedFetch, baseUrl: address.httpBase(), signal, accessToken });
      } catch (thrown) {
        const isRefused = isResponse(thrown) && (await isUnauthorized(thrown));
        const error = describe(await classify(name, thrown), sentence, messages);
        const verdict = isVerdict ? toVerdict(error) : error;
        if (isRefused || (isVerdict && error.code === 'refused') || (await isUnauthorized(error)))
          unauthorized.add(verdict);
        throw verdict;
      }
    };
    try {
      const value = await Promise.race([runClassified(), limit]);
      debug(`call ${name}`, { ok: true });
      return value;
    } catch (thrown) {
      const error = thrown as AuthError;
      debug(`call ${name}`, { ok: false, status: error.status, code: error.code });
      if (error.code === 'misconfigured' && !logged.has(error.message)) {
        logged.add(error.message);
        warn(error.message, error.cause);
      }
      throw error;
    } finally {
      cancel();
    }
  };

  const toUser = async (name: CallName, value: unknown): Promise<LoadedUser> => {
    const user = await parseUser(value, schema);
    if (!user) throw wrongShape(name, 'an object', value);
    return { text: JSON.stringify(value), user };
  };

  const toTokens = async (name: CallName, value: unknown): Promise<NewTokens> => {
    const { accessToken, refreshToken = null, user } = objectOf(value) ?? {};
    const [access, refresh] = [tokenOf(accessToken), tokenOf(refreshToken)];
    if (!access || (refreshToken !== null && !refresh)) throw wrongShape(name, TOKENS, value);
    const loaded = objectOf(user) && (await toUser(name, user));
    return { accessToken: access, refreshToken: refresh, user: loaded };
  };

  /** No request is made without a session. */
  const required = (accessToken: string | null): string => {
    if (!accessToken) throw new AuthError('refused', '', { status: 401 });
    return accessToken;
  };

  const getUser = (accessToken: string | null, isStartup?: boolean) => {
    const run = async (call: Call) => toUser('getUser', await backend.getUser(required(accessToken), call));
    return ask('getUser', accessToken, run, isStartup);
  };

  return {
    getUser: (accessToken: string | null) => getUser(accessToken),

    /** Whether the error of a call that decides about the session ends it. */
    isFinal: ({ code }: AuthError) =>
      code === 'refused' || (code === 'unreachable' && whenUnreachable === 'logout'),

    /** Whether a refresh may help after the error of a call. */
    isUnauthorized: (outcome: unknown) => unauthorized.has(outcome as object),

    /** The error of an exchange that did not answer in time. */
    timedOut: () => describe(timeoutError(), 'unreachable', messages),

    /** The error of a call that a later one, or dispose, overtook. */
    overtaken: (call: keyof Messages) =>
      timers.isEnded()
        ? new AuthError('disposed', 'auth: this instance was disposed')
        : describe(new AuthError('superseded', ''), call, messages),

    /** A stored user, or null where `userSchema` does not accept it. */
    readUser: (text: string) => parseUser(parseJson(text), schema).catch(() => null),

    login(accessToken: string | null, credentials: unknown) {
      const run = async (call: Call) => toTokens('login', await backend.login(credentials, call));
      return ask('login', accessToken, run);
    },

    refresh(accessToken: string | null, refreshToken: string | null) {
      const run = async (call: Call) => toTokens('refresh', await backend.refresh(refreshToken, call));
      return ask('refresh', accessToken, run);
    },

    updateUser(accessToken: string | null, patch: object) {
      const run = async (call: Call) => {
        if (backend.updateUser)
          return toUser('updateUser', await backend.updateUser(patch, required(accessToken), call));
        throw new AuthError('misconfigured', 'auth: the backend has no updateUser()');
      };
      return ask('updateUser', accessToken, run);
    },

    /** Whether the token is valid, by `verify` or by loading the user. */
    verify(accessToken: string | null): Promise<LoadedUser | null> {
      if (!backend.verify) return getUser(accessToken, true);
      const run = async (call: Call) => {
        const isValid: unknown = await backend.verify?.(required(accessToken), call);
        if (typeof isValid !== 'boolean') throw wrongShape('verify', 'a boolean', isValid);
        if (!isValid) throw new AuthError('refused', '', { status: 401 });
        return null;
      };
      return ask('verify', accessToken, run, true);
    },

    logout(tokens: Parameters<NonNullable<Backend['logout']>>[0]): void {
      ask('logout', tokens.accessToken, async (call) => backend.logout?.(tokens, call)).catch(() => {});
    },

    /** Tokens from another source. No request is made. */
    setSession(value: unknown) {
      const run = async () => {
        if ('refreshToken' in (objectOf(value) ?? {})) return toTokens('setSession', value);
        throw wrongShape('setSession', TOKENS, value);
      };
      return ask('setSession', null, run);
    },
  };
}
