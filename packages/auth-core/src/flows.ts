import { type Outcome, unwrap } from './api.ts';
import type { Authorise } from './authorise.ts';
import type { createCalls, Loaded, SignedIn } from './calls.ts';
import type { AuthError } from './errors.ts';
import type { Messages } from './messages.ts';
import type { SignOutReason } from './options.ts';
import { platform } from './platform.ts';
import { CONTENDED_WAIT_MS } from './refresh.ts';
import { type Changes, LOGIN_LASTS_MS, type Session } from './session.ts';
import type { AuthEvent } from './state.ts';
import type { Tabs } from './tabs.ts';
import { pauseAfter, type Timers } from './timers.ts';

/** Time that a login waits for another tab's refresh of the session before, and startup for another tab's login. */
const OTHERS_MS = 2_000;
const LOOK_EVERY_MS = 100;

export interface Core {
  readonly session: Session;
  readonly calls: ReturnType<typeof createCalls>;
  readonly authorise: Authorise;
  readonly timers: Timers;
  readonly tabs: Tabs;
  readonly scope: object;
  /** Having no verdict keeps the session, and asks again. */
  readonly isPatient: boolean;
  lockName(): string;
  /** Startup is over: here, or because a login or logout settled the matter. */
  isSettled(): boolean;
  /** The instance was disposed of. */
  isOver(): boolean;
  dispatch(event: AuthEvent<object>): void;
  /** Ends the session. */
  drop(reason: SignOutReason): Promise<void>;
  /** The error of a call that was overtaken. */
  overtaken(about: keyof Messages): AuthError;
}

/** Flows of a person: coming back, signing in, changing the profile. A late answer of any of them changes nothing. */
export function createFlows(core: Core) {
  const { session, calls, authorise, timers, tabs, isSettled, isOver, dispatch, drop, overtaken } = core;
  const show = (user: object | null) => dispatch({ type: 'session', user });

  /** Writes while no other tab refreshes: its late answer would take the place of what is written. */
  const writeAlone = (epoch: number, changes: Changes) =>
    new Promise<void>((resolve) => {
      const waiting = new platform.AbortController();
      let isBegun = false;
      let cancel = () => {};
      const write = async () => {
        if (isBegun) return;
        isBegun = true;
        cancel();
        waiting.abort();
        const written = session.write(epoch, changes);
        resolve(written);
        await written;
      };
      cancel = timers.after(OTHERS_MS, () => void write());
      void tabs.take({
        name: core.lockName(),
        scope: core.scope,
        patience: () => waiting.signal,
        isWanted: () => !isBegun,
        async work() {
          await write();
          // Until storage has carried it to the tab that has the lock next.
          if (tabs.isAudible) await timers.pause(CONTENDED_WAIT_MS / 2);
        },
      });
    });

  let latest = 0;
  const signIn = async (ask: () => Promise<Outcome<SignedIn>>): Promise<object> => {
    const attempt = ++latest;
    let epoch: number | undefined;
    let tokens: SignedIn | undefined;
    const check = () => {
      const present = session.now().epoch;
      if (isOver() || attempt !== latest || (epoch ?? present) !== present) throw overtaken('login');
    };

    dispatch({ type: 'login-started' });
    try {
      const outcome = await ask();
      check();
      tokens = unwrap(outcome);
      const { access, refresh, user: known } = tokens;
      epoch = session.renew();
      show(null);
      const pending = Date.now() + Math.random();
      await writeAlone(epoch, { access, refresh, user: known?.text ?? null, pending });
      check();
      const user = known ?? unwrap(await authorise.send(calls.user));
      check();
      await session.write(epoch, { user: user.text, pending: 0 });
      check();
      dispatch({ type: 'login-succeeded', user: user.person });
      return user.person;
    } catch (cause) {
      const error = isOver() ? overtaken('login') : (cause as AuthError);
      // No half session is left, unless it is not ours any more.
      const now = await session.sync();
      if (tokens && !isOver() && !now.isWaiting && (now.epoch === epoch || now.access === tokens.access)) {
        if (now.signedIn) show(null);
        await session.end();
      }
      if (attempt === latest) dispatch({ type: 'login-failed', error });
      throw error;
    }
  };

  let begun = 0;
  let applied = 0;
  /** Puts what the server answers in place of the stored user. */
  const replaceUser = async (
    about: 'profile' | 'user',
    ask: (access: string | null) => Promise<Outcome<Loaded>>,
  ): Promise<object> => {
    const turn = ++begun;
    let epoch = 0;
    const check = () => {
      if (epoch !== session.now().epoch) throw overtaken(about);
    };
    const outcome = await authorise.send(
      (access) => {
        epoch = session.now().epoch;
        return ask(access);
      },
      { endpoint: about },
    );
    check();
    const { text, person } = unwrap(outcome);
    // The answer to an earlier question is older than what is stored.
    if (turn > applied) {
      applied = turn;
      await session.write(epoch, { user: text });
      check();
      if (isSettled()) show(session.now().signedIn);
    }
    return person;
  };

  let running: Promise<void> | undefined;
  let cancelRetry: (() => void) | undefined;
  let failures = 0;

  const wait = (error: AuthError) => {
    dispatch({ type: 'unreachable', error });
    // A program that is wrong will be wrong later, too.
    if (error.code === 'unreachable')
      cancelRetry = timers.after(pauseAfter(++failures, error.retryAfter), initialize);
  };

  /** Clears what a login, or a write beside a logout, has left half done; not what is still to be done. */
  const clearHalf = async () => {
    const { access, signedIn, isWaiting } = await session.sync();
    if (access && !signedIn && !isWaiting) await session.end();
  };

  const clearHalfLater = (milliseconds = OTHERS_MS) => {
    timers.after(milliseconds, clearHalf);
  };

  const judge = async (): Promise<void> => {
    let now = await session.sync();
    for (let waited = 0; now.isWaiting && waited < OTHERS_MS && !isSettled(); waited += LOOK_EVERY_MS) {
      await timers.pause(LOOK_EVERY_MS);
      now = await session.sync();
    }
    if (isSettled()) return;
    if (now.isWaiting) {
      clearHalfLater(LOGIN_LASTS_MS);
      return show(null);
    }
    const { access, epoch } = now;
    const { value, error } = access
      ? await authorise
          .send(calls.verify)
          .catch((cause: AuthError): Outcome<Loaded | true> => ({ status: 0, error: cause }))
      : {};
    now = await session.sync();
    // Another tab put somebody else's session there meanwhile, or took it away.
    if (epoch !== now.epoch) return judge();
    if (error && error.code !== 'refused' && core.isPatient) return wait(error);
    // By now it is known whose the session is. One of an earlier version is marked.
    if (value) await session.write(epoch, typeof value === 'object' ? { user: value.text } : {});
    const { signedIn, isUnread } = session.now();
    if (isSettled()) return;
    if (value && signedIn) return show(signedIn);
    if (isUnread) return show(null);
    await drop(error ? 'refused' : 'damaged');
  };

  const initialize = async (): Promise<void> => {
    if (isSettled()) return;
    cancelRetry?.();
    running ??= judge().finally(() => {
      running = undefined;
    });
    await running;
  };

  return {
    initialize,
    clearHalfLater,
    login: (credentials: unknown) =>
      signIn(() => authorise.send((access) => calls.login(access, credentials), { isOnce: true })),
    adopt: (adoption: unknown) =>
      signIn(async () => {
        await session.sync();
        return calls.adopt(adoption);
      }),
    /** Drops the login under way, if any. */
    cancel() {
      latest++;
    },
    updateProfile: (patch: object) => replaceUser('profile', (access) => calls.update(access, patch)),
    reloadUser: () => replaceUser('user', (access) => calls.user(access)),
    /** Looks at storage again, and at a startup that waits. */
    retry() {
      void session.sync();
      if (running ?? cancelRetry) void initialize();
    },
  };
}
