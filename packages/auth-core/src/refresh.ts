import { type AccountsApi, tokensOf } from './accounts-api.ts';
import { expect } from './answer.ts';
import { pauseAfter } from './backoff.ts';
import type { AuthError } from './errors.ts';
import { platform } from './platform.ts';
import { type Session, signedIn } from './session.ts';
import type { Tabs } from './tabs.ts';
import type { Timers } from './timers.ts';

/**
 * How long, in milliseconds, a tab that had to wait for another one's refresh gives storage to bring the
 * result. Browsers carry localStorage from tab to tab later than they pass a lock on. 0: not at all.
 */
export const CONTENDED_WAIT_MS = 100;

export interface RefreshSetup {
  readonly session: Session;
  readonly api: AccountsApi;
  readonly timers: Timers;
  readonly tabs: Tabs;
  readonly scope: object;
  /** Milliseconds; bounds the exchange, and the waiting for somebody else's. */
  readonly timeout: number;
  /** Having no verdict keeps the session. */
  readonly patient: boolean;
  /** Shown when the server could not be asked. */
  readonly sentence: string;
  /** The server refused (or, without patience, could not be asked): the session is over. */
  signOut(error: AuthError): Promise<void>;
}

export interface Refresh {
  /**
   * Sees to it that storage holds a newer access token than `stale`, one exchange for all who ask.
   * `false`: there is none to be had. Rejects with an `unreachable` AuthError when it is not known.
   */
  newerThan(stale: string | null, epoch: number): Promise<boolean>;
  /** The server may be there again: forget the pauses. */
  relax(): void;
}

interface Outage {
  readonly stale: string | null;
  readonly error: AuthError;
  readonly failures: number;
  readonly since: number;
  readonly pause: number;
}

export function createRefresh(setup: RefreshSetup): Refresh {
  const { session, api, timers, tabs, scope, timeout, patient, sentence, signOut } = setup;
  const waits = tabs.audible && CONTENDED_WAIT_MS > 0;
  let flight: { readonly epoch: number; readonly result: Promise<boolean> } | undefined;
  let outage: Outage | undefined;

  const noteOutage = (stale: string | null, error: AuthError) => {
    const failures = outage?.stale === stale ? outage.failures + 1 : 0;
    outage = { stale, error, failures, since: Date.now(), pause: pauseAfter(failures, error.retryAfter) };
  };

  const exchange = (stale: string | null, epoch: number) =>
    new Promise<boolean>((resolve, reject) => {
      const waiting = new platform.AbortController();
      let over = false;
      const finish = () => {
        over = true;
        unwatch();
        cancel();
        waiting.abort();
      };
      /** Whether there is still something to exchange; if not, the callers go on at once. */
      const pending = () => {
        const overtaken = session.epoch() !== epoch;
        if (!over && (overtaken || session.stored().access !== stale)) {
          finish();
          resolve(!overtaken && session.stored().access !== null);
        }
        return !over;
      };
      const unwatch = session.watch(pending);
      const cancel = timers.after(timeout, () => waiting.abort());
      const stillPending = async (wait: boolean) => {
        if (wait) await timers.pause(CONTENDED_WAIT_MS);
        await session.sync();
        return pending();
      };

      const work = async (contended: boolean) => {
        cancel();
        if (!(await stillPending(false)) || (contended && waits && !(await stillPending(true)))) return;
        const spent = session.stored().refresh;
        let access: string;
        try {
          const answer = await api.refresh(stale, spent ?? '', timeout);
          const tokens = expect(answer, sentence, tokensOf);
          access = tokens.access;
          const written = await session.write(epoch, { access, refresh: tokens.refresh ?? spent });
          finish();
          resolve(written);
          outage = undefined;
        } catch (cause) {
          const error = cause as AuthError;
          if (patient && error.code === 'unreachable') {
            noteOutage(stale, error);
            if (!pending()) return;
            finish();
            reject(error);
          } else if (await stillPending(waits)) {
            finish();
            await signOut(error);
            resolve(false);
          }
          return;
        }
        if (!waits) return;
        // Whoever asks now waits for the lock, and so for storage, instead of spending what it sees.
        await timers.pause(CONTENDED_WAIT_MS / 2);
        const now = await session.sync();
        // Another tab signed out just before we wrote: what we wrote goes too.
        if (session.epoch() !== epoch && now.access === access && !signedIn(now)) await session.end();
      };
      void tabs.exclusively({ scope, patience: waiting.signal, wanted: pending, work });
    });

  return {
    async newerThan(stale, epoch) {
      const { access, refresh } = await session.sync();
      if (session.epoch() !== epoch) return false;
      if (access !== stale) return access !== null;
      if (!refresh) return false;
      if (outage?.stale === stale) {
        const waited = Date.now() - outage.since;
        // A clock set back must not make it wait for ever.
        if (waited >= 0 && waited < outage.pause) throw outage.error;
      }
      if (flight?.epoch !== epoch) {
        const result = exchange(stale, epoch).finally(() => {
          if (flight?.result === result) flight = undefined;
        });
        flight = { epoch, result };
      }
      return flight.result;
    },
    relax() {
      outage = undefined;
    },
  };
}
