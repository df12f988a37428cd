import type { AccountsApi } from './accounts-api.ts';
import { failure } from './answer.ts';
import type { Authorise } from './auth-fetch.ts';
import { pauseAfter } from './backoff.ts';
import { type AuthError, isAuthError } from './errors.ts';
import type { Messages } from './messages.ts';
import type { Session } from './session.ts';
import type { AuthEvent } from './state.ts';
import type { Tabs } from './tabs.ts';
import type { Timers } from './timers.ts';

export interface StartupParts {
  readonly session: Session;
  readonly api: AccountsApi;
  readonly authorise: Authorise;
  readonly timers: Timers;
  readonly tabs: Tabs;
  /** Having no verdict keeps the session, and asks again. */
  readonly patient: boolean;
  readonly messages: Messages;
  /** Startup is over: here, or because a login or logout settled the matter. */
  settled(): boolean;
  dispatch(event: AuthEvent<object>): void;
  /** This is who is signed in. */
  show(user: object | null): void;
}

export interface Startup {
  /** Verifies the stored session; joins a run under way; retries at once when it is pausing. */
  run(): Promise<void>;
  /** The same, if there was a run before. */
  again(): void;
}

/** What another tab's login is given between storing the tokens and storing the user, in milliseconds. */
const LOGIN_MS = 2_000;

export function createStartup(parts: StartupParts): Startup {
  const { session, api, authorise, timers, tabs, patient, messages, settled, dispatch, show } = parts;
  let running: Promise<void> | undefined;
  let cancelRetry: (() => void) | undefined;
  let failures = 0;

  const isValid = async (): Promise<boolean | AuthError> => {
    const answer = await authorise(api.verify);
    // A body that is not JSON does not come from the API, whatever its status.
    if (answer.status === 200 && answer.body !== undefined) return true;
    const error = failure(answer, messages.unreachable);
    return patient && error.code === 'unreachable' ? error : false;
  };

  const wait = (error: AuthError) => {
    dispatch({ type: 'unreachable', error });
    cancelRetry = timers.after(pauseAfter(++failures, error), run);
  };

  const judge = async (): Promise<void> => {
    const { refresh, user } = await session.sync();
    if (tabs.audible && refresh && !user) await timers.pause(LOGIN_MS);
    const { access, epoch } = await session.sync();
    const verdict = access !== null && (await isValid().catch((error: AuthError) => error));
    const now = await session.sync();
    if (settled()) return;
    // Another tab put somebody else's session there meanwhile, or took it away.
    if (epoch !== now.epoch) return judge();
    if (isAuthError(verdict)) return wait(verdict);
    if (!verdict || !now.signedIn) await session.end();
    if (!settled()) show(session.now().signedIn);
  };

  const run = async (): Promise<void> => {
    if (settled()) return;
    cancelRetry?.();
    running ??= judge().finally(() => {
      running = undefined;
    });
    await running;
  };

  return {
    run,
    again() {
      if (running ?? cancelRetry) void run();
    },
  };
}
