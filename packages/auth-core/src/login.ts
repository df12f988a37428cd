import { type AccountsApi, type Credentials, tokensOf, userOf } from './accounts-api.ts';
import { expect } from './answer.ts';
import type { Authorised } from './auth-fetch.ts';
import type { AuthError } from './errors.ts';
import type { Messages } from './messages.ts';
import type { Session } from './session.ts';
import type { AuthEvent } from './state.ts';

export interface LoginSetup {
  readonly session: Session;
  readonly api: AccountsApi;
  readonly authorised: Authorised;
  readonly messages: Messages;
  dispatch(event: AuthEvent<object>): void;
  /** The error of a call that was overtaken. */
  superseded(): AuthError;
}

/** A pair of tokens; one without the other is no login. */
const pairOf = (body: unknown) => {
  const tokens = tokensOf(body);
  return tokens?.refresh ? tokens : null;
};

export function createLogin({ session, api, authorised, messages, dispatch, superseded }: LoginSetup) {
  let latest = 0;

  async function login(credentials: Credentials): Promise<object> {
    const attempt = ++latest;
    const exits = session.exits();
    let epoch: number | undefined;
    const overtaken = () =>
      attempt !== latest || exits !== session.exits() || (epoch !== undefined && epoch !== session.epoch());
    const stillOurs = (yes: boolean) => {
      if (!yes || overtaken()) throw superseded();
    };

    dispatch({ type: 'login-started' });
    try {
      const answer = await authorised((bearer) => api.login(bearer, credentials), false);
      stillOurs(true);
      const tokens = expect(answer, messages.login, pairOf);
      epoch = session.renew();
      dispatch({ type: 'session-changed', user: null });
      stillOurs(await session.write(epoch, { ...tokens, user: null }));
      const user = expect(await authorised(api.me), messages.user, userOf);
      stillOurs(await session.write(epoch, { user }));
      dispatch({ type: 'login-succeeded', user });
      return user;
    } catch (error) {
      if (epoch === session.epoch()) await session.end();
      if (attempt === latest) dispatch({ type: 'login-failed', error: error as AuthError });
      throw error;
    }
  }

  return {
    login,
    /** Drops the login under way, if any. */
    cancel() {
      latest++;
    },
  };
}
