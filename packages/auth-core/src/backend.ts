/**
 * Owns the calls of a backend: the `call` context with its marked `fetch`, the shape of returned values,
 * and the meaning of thrown ones. A response is `refused` or `unreachable`; a bug of the backend is `misconfigured`.
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

/** Milliseconds for a call that decides about the session. */
const DECISIVE_LIMIT_MS = 10_000;

/** The fallback sentences of calls; the others have that of `unreachable`. */
const SENTENCES: { readonly [name in CallName]?: keyof Messages } = {
  login: 'login',
  setSession: 'login',
  getUser: 'user',
  updateUser: 'profile',
};

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

const unreachable = (cause: unknown, status: number | null = null) =>
  new AuthError('unreachable', '', { status, cause });

/** Makes a failure to read the body `unreachable`, and lets it be read more than once. */
function markBody(response: Response): Response {
  const read = response.text;
  let body: Promise<string> | undefined;
  const text = () => {
    body ??= read.call(response).catch((cause: unknown) => {
      throw unreachable(cause);
    });
    return body;
  };
  const json = async () => {
    const value = parseJson(await text());
    // The text stays out of the error: a broken response may hold tokens.
    if (value !== undefined) return value;
    throw unreachable(new Error(`HTTP ${response.status} without JSON`), response.status);
  };
  return Object.assign(response, { text, json });
}

async function classify(name: CallName, thrown: unknown): Promise<AuthError> {
  if (isAuthError(thrown)) return thrown;
  if (isResponse(thrown)) return responseError(thrown);
  const kind = thrown instanceof Error ? thrown.name : typeOf(thrown);
  const message = `auth: backend.${name}() threw ${kind}, not an AuthError or a Response`;
  return new AuthError('misconfigured', message, { cause: thrown });
}

/** A 4xx other than 400, 401 and 403 does not decide about a session. */
function toUnreachableUnlessAuthStatus(error: AuthError): AuthError {
  const { code, status, message, detail, retryAfter } = error;
  return code === 'refused' && status !== null && ![400, 401, 403].includes(status)
    ? new AuthError('unreachable', message, { status, detail, retryAfter, cause: error })
    : error;
}

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

  const describeFor = (name: CallName, error: AuthError) =>
    describe(error, SENTENCES[name] ?? 'unreachable', messages);
  const timedOut = (name: CallName) => describeFor(name, unreachable(new Error('timeout')));

  const markedFetch: typeof fetch = async (input, init) => {
    const isRequest = !!(input as Partial<Request>).url;
    try {
      return markBody(await fetch(isRequest ? input : address.locate(String(input)).url, init));
    } catch (cause) {
      throw unreachable(cause);
    }
  };

  const toError = async (name: CallName, thrown: unknown, isDecisive: boolean): Promise<AuthError> => {
    const isRefused = isResponse(thrown) && (await isUnauthorized(thrown));
    const error = describeFor(name, await classify(name, thrown));
    const result = isDecisive ? toUnreachableUnlessAuthStatus(error) : error;
    if (isRefused || (isDecisive && error.code === 'refused') || (await isUnauthorized(error)))
      unauthorized.add(result);
    return result;
  };

  /** @param isDecisive The call decides about the session, and has a time limit. */
  const request = async <T>(
    name: CallName,
    accessToken: string | null,
    run: (call: Call) => Promise<T>,
    isDecisive = false,
  ): Promise<T> => {
    const controller = new AbortController();
    const runClassified = async () => {
      try {
        const { signal } = controller;
        return await run({ fetch: markedFetch, baseUrl: address.httpBase(), signal, accessToken });
      } catch (thrown) {
        throw await toError(name, thrown, isDecisive || name === 'refresh');
      }
    };
    // Not cancelled by dispose: a rotated token must be stored, and a revocation sent.
    const isLasting = name === 'refresh' || name === 'logout';
    try {
      const work = runClassified();
      if (!isLasting && !(await timers.settles(work, isDecisive ? DECISIVE_LIMIT_MS : undefined))) {
        controller.abort();
        throw timedOut(name);
      }
      const value = await work;
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
    return { accessToken: access, refreshToken: refresh, user: objectOf(user) && (await toUser(name, user)) };
  };

  const requestTokens = (name: CallName, accessToken: string | null, run: (call: Call) => unknown) =>
    request(name, accessToken, async (call) => toTokens(name, await run(call)));

  const refused = () => new AuthError('refused', '', { status: 401 });
  const requireToken = (accessToken: string | null): string => {
    if (accessToken) return accessToken;
    throw refused();
  };

  const getUser = (accessToken: string | null, isDecisive?: boolean) => {
    const run = async (call: Call) =>
      toUser('getUser', await backend.getUser(requireToken(accessToken), call));
    return request('getUser', accessToken, run, isDecisive);
  };

  return {
    getUser,

    /** Whether the error of a call that decides about the session ends it. */
    isFinal: ({ code }: AuthError) =>
      code === 'refused' || (code === 'unreachable' && whenUnreachable === 'logout'),

    /** Whether a refresh may help after the error of a call. */
    isUnauthorized: (outcome: unknown) => unauthorized.has(outcome as object),

    /** The error of an exchange without a response in time. */
    timedOut: () => timedOut('refresh'),

    /** The error of a call that a later one, or dispose, overtook. */
    superseded: (name: CallName) =>
      timers.isEnded()
        ? new AuthError('disposed', 'auth: this instance was disposed')
        : describeFor(name, new AuthError('superseded', '')),

    /** A stored user, or null where `userSchema` does not accept it. */
    readUser: (text: string) => parseUser(parseJson(text), schema).catch(() => null),

    login: (accessToken: string | null, credentials: unknown) =>
      requestTokens('login', accessToken, (call) => backend.login(credentials, call)),

    refresh: (accessToken: string | null, refreshToken: string | null) =>
      requestTokens('refresh', accessToken, (call) => backend.refresh(refreshToken, call)),

    updateUser: (accessToken: string | null, patch: object) =>
      request('updateUser', accessToken, async (call) => {
        if (backend.updateUser)
          return toUser('updateUser', await backend.updateUser(patch, requireToken(accessToken), call));
        throw new AuthError('misconfigured', 'auth: the backend has no updateUser()');
      }),

    /** Checks the token with `verify`, or by loading the user. */
    verify(accessToken: string | null): Promise<LoadedUser | null> {
      if (!backend.verify) return getUser(accessToken, true);
      const run = async (call: Call) => {
        const isValid: unknown = await backend.verify?.(requireToken(accessToken), call);
        if (typeof isValid !== 'boolean') throw wrongShape('verify', 'a boolean', isValid);
        if (!isValid) throw refused();
        return null;
      };
      return request('verify', accessToken, run, true);
    },

    logout(tokens: Parameters<NonNullable<Backend['logout']>>[0]): void {
      request('logout', tokens.accessToken, async (call) => backend.logout?.(tokens, call)).catch(() => {});
    },

    /** Checks tokens from another source. Makes no request. */
    setSession: (value: unknown) =>
      request('setSession', null, async () => {
        if ('refreshToken' in (objectOf(value) ?? {})) return toTokens('setSession', value);
        throw wrongShape('setSession', TOKENS, value);
      }),
  };
}
