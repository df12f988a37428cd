import type { AccountsApi } from './accounts-api.ts';
import { expect, objectOf } from './answer.ts';
import type { Authorise } from './auth-fetch.ts';
import type { AuthError } from './errors.ts';
import type { Messages } from './messages.ts';
import type { Session } from './session.ts';

export interface ProfileParts {
  readonly session: Session;
  readonly api: AccountsApi;
  readonly authorise: Authorise;
  readonly messages: Messages;
  settled(): boolean;
  /** This is who is signed in. */
  show(user: object | null): void;
  /** The error of a call that was overtaken. */
  overtaken(sentence: string): AuthError;
}

/** Sends the patch and puts the answer in place of the stored user. */
export function createProfileUpdate(parts: ProfileParts) {
  const { session, api, authorise, messages, settled, show, overtaken } = parts;
  let begun = 0;
  let applied = 0;

  return async (patch: object): Promise<object> => {
    const turn = ++begun;
    let epoch = 0;
    const check = () => {
      if (epoch !== session.now().epoch) throw overtaken(messages.profile);
    };
    const answer = await authorise((bearer) => {
      epoch = session.now().epoch;
      return api.update(bearer, patch);
    });
    check();
    const user = expect(answer, messages.profile, objectOf);
    // The answer to an earlier update is older than what is stored.
    if (turn > applied) {
      applied = turn;
      await session.write(epoch, { user: JSON.stringify(user) });
      check();
      if (settled()) show(session.now().signedIn);
    }
    return user;
  };
}
