import { type AccountsApi, tokensOf } from './accounts-api.ts';
import { expect } from './answer.ts';
import { pauseAfter } from './backoff.ts';
import type { AuthError } from './errors.ts';
import type { Messages } from './messages.ts';
import { platform } from './platform.ts';
import { isSomebodyElse, type Session, type Stored } from './session.ts';
import type { Tabs } from './tabs.ts';
import type { Timers } from './timers.ts';

/**
 * How long, in milliseconds, a tab that had to wait for another one's refresh gives storage to bring the
 * result. Browsers carry localStorage from tab to tab later than they pass a lock on. 0: not at all.
 */
export const CONTENDED_WAIT_MS = 100;

export interface RefreshParts {
  readonly session: Session;
  readonly api: AccountsApi;
  readonly timers: Timers;
  readonly tabs: Tabs;
  readonly scope: object;
  /** Milliseconds; bounds the exchange, and the waiting for somebody else's. */
  readonly timeout: number;
  /** Having no verdict keeps the session. */
  readonly patient: boolean;
  readonly messages: Messages;
  /** What is stored goes, and nobody is shown any more. */
  drop(): Promise<void>;
  /** The server refused (or, without patience, could not be asked): the session is over. */
  signOut(error: AuthError): Promise<void>;
}

export interface Refresh {
  /**
   * Sees to it that storage holds a newer access token than was seen, one exchange for all who ask.
   * `false`: there is none to be had. Rejects with an `unreachable` AuthError when it is not known.
   */
  renew(seen: Stored): Promise<boolean>;
  /** What is stored, or the epoch, is another: whoever waits may go on. */
  moved(): void;
  /** The server may be there again: forget the pauses. */
  relax(): void;
}

export function createRefresh(parts: RefreshParts): Refresh {
  const { session, api, timers, tabs, scope, timeout, patient, messages, drop, signOut } = parts;
  const wait = tabs.audible ? CONTENDED_WAIT_MS : 0;
  let flight: Promise<boolean> | undefined;
  let recheck: (() => void) | undefined;
  // The last exchange, if it had no verdict: why, with which token, how often in a row, and the pause since.
  let failure: AuthError | undefined;
  let failedWith: string | null = null;
  let failures = 0;
  let since = 0;
  let pause = 0;

  const takeOff = ({ access: stale, epoch }: Stored): Promise<boolean> => {
    let stopWaiting = () => {};
    const patience = () => {
      const waiting = new platform.AbortController();
      const cancel = timers.after(timeout, () => waiting.abort());
      stopWaiting = () => {
        cancel();
        waiting.abort();
      };
      return waiting.signal;
    };
    let begun = false;
    let resolve: (outcome: boolean | Promise<boolean>) => void;
    const land = (outcome: boolean | Promise<boolean>) => {
      if (flight === result) flight = undefined;
      stopWaiting();
      resolve(outcome);
    };
    const pending = () => {
      const { access, epoch: present } = session.now();
      if (flight === result && (present !== epoch || access !== stale))
        // After what storage is still being told: whoever looks next must find it done.
        land(session.sync().then((now) => now.epoch === epoch && now.access !== null));
      return flight === result;
    };
    const pendingAfter = async (milliseconds: number) => {
      if (milliseconds) await timers.pause(milliseconds);
      await session.sync();
      return pending();
    };

    const work = async (contended: boolean) => {
      begun = true;
      stopWaiting();
      if (!(await pendingAfter(0)) || !(await pendingAfter(contended ? wait : 0))) return;
      const { refresh: spent, person } = session.now();
      try {
        const answer = await api.refresh(stale, spent, timeout);
        const { access, refresh: given } = expect(answer, messages.unreachable, tokensOf);
        const refresh = given ?? spent;
        // This tab may have been frozen: what another one has stored since is newer.
        if (!(await pendingAfter(0))) return;
        await session.write(epoch, { access, refresh });
        failure = undefined;
        land(session.now().epoch === epoch);
        // Whoever asks now waits for the lock, and so for storage, instead of spending what it sees.
        await pendingAfter(wait / 2);
        const now = session.now();
        // Another tab signed out, or somebody else in, just before we wrote: what we wrote goes too.
        if (
          (now.access === access || now.refresh === refresh) &&
          (isSomebodyElse(person, now.person) || (now.epoch !== epoch && !now.signedIn))
        )
          await drop();
      } catch (cause) {
        if (patient && (cause as AuthError).code === 'unreachable') {
          // The first failure costs no pause, unless the server asked for one.
          failures = failure && stale === failedWith ? failures + 1 : 0;
          failure = cause as AuthError;
          failedWith = stale;
          since = Date.now();
          pause = pauseAfter(failures, failure);
          if (pending()) land(Promise.reject(failure));
        } else if (await pendingAfter(wait)) await signOut(cause as AuthError);
      }
    };

    const result = new Promise<boolean>((done) => {
      resolve = done;
    });
    flight = result;
    recheck = pending;
    void tabs.lock(scope, patience, () => !begun && pending(), work);
    return result;
  };

  return {
    async renew(seen) {
      const now = await session.sync();
      if (now.epoch !== seen.epoch) return false;
      if (now.access !== seen.access) return now.access !== null;
      if (!now.refresh) return false;
      // In either direction: a clock set back must not make it wait for ever.
      if (failure && now.access === failedWith && Math.abs(Date.now() - since) < pause) throw failure;
      return flight ?? takeOff(now);
    },
    moved: () => recheck?.(),
    relax() {
      failure = undefined;
    },
  };
}
