import { type AccountsApi, type Credentials, type Tokens, tokensOf } from './accounts-api.ts';
import { type Answer, expect, objectOf } from './answer.ts';
import type { Authorise } from './auth-fetch.ts';
import type { AuthError } from './errors.ts';
import type { Messages } from './messages.ts';
import type { Session } from './session.ts';
import type { AuthEvent } from './state.ts';

export interface LoginParts {
  readonly session: Session;
  readonly api: AccountsApi;
  readonly authorise: Authorise;
  readonly messages: Messages;
  dispatch(event: AuthEvent<object>): void;
  /** This is who is signed in. */
  show(user: object | null): void;
  /** The error of a call that was overtaken. */
  overtaken(sentence: string): AuthError;
}

/** Tokens that were got elsewhere, and whose they are where that is known. */
export type Adoption<U extends object> = { readonly [name in keyof Tokens]: string } & {
  readonly user?: U | undefined;
};

export interface Login {
  run(credentials: Credentials): Promise<object>;
  adopt(adoption: Adoption<object>): Promise<object>;
  /** Drops the login under way, if any. */
  cancel(): void;
}

/** A pair of tokens; one without the other is no login. */
const pairOf = (body: unknown) => {
  const tokens = tokensOf(body);
  return tokens?.refresh ? tokens : null;
};

export function createLogin(parts: LoginParts): Login {
  const { session, api, authorise, messages, dispatch, show, overtaken } = parts;
  let latest = 0;

  const signIn = async (ask: () => Promise<Answer>, known?: object | null): Promise<object> => {
    const attempt = ++latest;
    let epoch: number | undefined;
    let tokens: Tokens | undefined;
    const check = () => {
      const present = session.now().epoch;
      if (attempt !== latest || (epoch ?? present) !== present) throw overtaken(messages.login);
    };

    dispatch({ type: 'login-started' });
    try {
      const answer = await ask();
      check();
      tokens = expect(answer, messages.login, pairOf);
      epoch = session.renew();
      show(null);
      await session.write(epoch, { ...tokens, user: known ? JSON.stringify(known) : null });
      check();
      const user = known ?? expect(await authorise(api.me), messages.user, objectOf);
      check();
      await session.write(epoch, { user: JSON.stringify(user) });
      check();
      dispatch({ type: 'login-succeeded', user });
      return user;
    } catch (error) {
      // No half session is left, unless it is not ours any more.
      const now = await session.sync();
      if (tokens && (now.epoch === epoch || now.access === tokens.access)) {
        if (now.signedIn) show(null);
        await session.end();
      }
      if (attempt === latest) dispatch({ type: 'login-failed', error: error as AuthError });
      throw error;
    }
  };

  return {
    run: (credentials) => signIn(() => authorise((bearer) => api.login(bearer, credentials), true)),
    adopt: (adoption) =>
      signIn(async () => {
        await session.sync();
        return { status: 0, ok: true, body: adoption };
        // Untyped callers hand over whatever an answer held.
      }, objectOf(adoption?.user)),
    cancel() {
      latest++;
    },
  };
}
