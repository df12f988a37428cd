import { objectOf } from './answer.ts';
import type { Api, Outcome, Question } from './api.ts';
import type { Backend } from './backend.ts';
import { AuthError } from './errors.ts';
import type { Renewed } from './refresh.ts';
import { IN_COOKIE, tokenOf } from './session-store.ts';
import { parseUser, type StandardSchema } from './user-schema.ts';

/** A user as it is stored, and as it is shown. */
export interface Loaded {
  readonly text: string;
  readonly person: object;
}

/** A whole session, or all of it but the user. */
export interface SignedIn extends Renewed {
  readonly refresh: string;
  readonly user: Loaded | null;
}

/** Time limit of startup's verify, in milliseconds. */
const VERIFY_MS = 10_000;

const PAIR = ['access', 'refresh', 'user'];

export type Debug = (what: string, details?: Readonly<Record<string, unknown>>) => void;

/** The calls of a back end, their answers understood. */
export function createCalls(
  { ask, say }: Api,
  backend: Backend<unknown, unknown>,
  schema: StandardSchema | undefined,
  debug: Debug,
) {
  const told = async <T>(name: string, question: Question<T>): Promise<Outcome<T>> => {
    const outcome = await ask(question);
    debug(`asked ${name}`, { status: outcome.status, code: outcome.error?.code });
    return outcome;
  };

  const toUser = async (answer: unknown): Promise<Loaded | null> => {
    const text = objectOf(answer) && JSON.stringify(answer);
    const person = await parseUser(text, schema);
    return text && person ? { text, person } : null;
  };

  /** Both tokens; one without the other is no login. */
  const toSession = async (answer: unknown): Promise<SignedIn | null> => {
    const { access: first, refresh: second, user } = objectOf(answer) ?? {};
    const access = tokenOf(first);
    const refresh = second == null ? IN_COOKIE : tokenOf(second);
    return access && refresh ? { access, refresh, user: await toUser(user) } : null;
  };

  const toRenewed = (answer: unknown): Renewed | null => {
    const { access: first, refresh } = objectOf(answer) ?? {};
    const access = tokenOf(first);
    return access ? { access, refresh: tokenOf(refresh) } : null;
  };

  const user = (access: string | null, timeout?: number) =>
    told('user', {
      about: 'user',
      access,
      ask: (call) => backend.user(`${access}`, call),
      understand: toUser,
      timeout,
    });

  return {
    login: (access: string | null, credentials: unknown) =>
      told('login', {
        about: 'login',
        access,
        ask: (call) => backend.login(credentials, call),
        understand: toSession,
        expected: PAIR,
      }),
    /** Tokens that are there already. */
    async adopt(adoption: unknown): Promise<Outcome<SignedIn>> {
      const value = await toSession({ refresh: '', ...objectOf(adoption) });
      if (value) return { status: 0, value };
      const cause = new Error('one or both tokens are missing');
      return { status: 0, error: say('login', new AuthError('unreachable', '', { cause })) };
    },
    refresh: (access: string | null, refresh: string) =>
      told('refresh', {
        about: 'unreachable',
        access,
        ask: (call) => backend.refresh(refresh === IN_COOKIE ? null : refresh, call),
        understand: toRenewed,
        expected: PAIR,
        refusals: /40[013]/,
      }),
    user,
    update: (access: string | null, patch: unknown) =>
      told('update', {
        about: 'profile',
        access,
        async ask(call) {
          if (!backend.update) throw new AuthError('misconfigured', 'auth: the back end has no update()');
          return backend.update(patch as object, `${access}`, call);
        },
        understand: toUser,
      }),
    /** The user where it was loaded for it, else that the token is valid. */
    async verify(access: string | null): Promise<Outcome<Loaded | true>> {
      const { verify } = backend;
      if (!verify) return user(access, VERIFY_MS);
      const { status, value, error } = await told('verify', {
        about: 'unreachable',
        access,
        ask: (call) => verify(`${access}`, call),
        understand: (answer) => (typeof answer === 'boolean' ? answer : null),
        timeout: VERIFY_MS,
      });
      if (error) return { status, error };
      // An adapter that says no without an answer means the token.
      return value ? { status, value } : { status: 401, error: new AuthError('refused', 'not valid') };
    },
    logout: (access: string) =>
      told('logout', {
        about: 'unreachable',
        access,
        ask: async (call) => backend.logout?.(access, call),
        understand: () => true,
      }),
  };
}
