/**
 * Owns what depends on the environment: the public types of a fetch, timers that end with the instance,
 * abort signals, pauses between retries, JWTs, JSON. Globals are looked up when they are used, never at import.
 */

/** The parts of a response in use. */
interface ResponseLike {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/** The parts of `fetch` in use, for projects without the types of the DOM. */
export type FetchLike = (
  input: string | { readonly href: string },
  init?: { method?: string; headers?: object; body?: unknown; signal?: object | null; keepalive?: boolean },
) => Promise<ResponseLike>;

/** The environment's `AbortSignal` type where it declares one. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Native } }
  ? Native
  : { readonly aborted: boolean; addEventListener(type: 'abort', listener: () => void): void };

/** The environment's `Response` type where it declares one. */
export type AnyResponse = typeof globalThis extends { Response: { prototype: infer Native } }
  ? Native
  : ResponseLike;

/** The environment's `fetch` type where it declares one. */
export type Fetch = typeof globalThis extends { fetch: infer Native } ? Native : FetchLike;

/** Logs a warning that holds no secret. */
export type Warn = (message: string, detail?: unknown) => void;

/** Timers above 2^31 - 1 ms fire at once in every environment. */
const LONGEST_TIMER_MS = 2_147_483_647;

export type Timers = ReturnType<typeof createTimers>;

/** Timers that run at once when the instance ends, so that no waiting outlives it. */
export function createTimers() {
  const pending = new Set<() => void>();
  let isEnded = false;
  /** Calls `run` after `milliseconds`; when it is undefined, only at the end. Returns a cancel function. */
  const after = (milliseconds: number | undefined, run: () => void): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = () => {
      clearTimeout(timer);
      pending.delete(fire);
    };
    const fire = () => {
      cancel();
      run();
    };
    pending.add(fire);
    if (isEnded) fire();
    else if (milliseconds !== undefined) timer = setTimeout(fire, Math.min(milliseconds, LONGEST_TIMER_MS));
    return cancel;
  };
  return {
    after,
    sleep: (milliseconds: number) => new Promise<void>((resolve) => after(milliseconds, resolve)),
    /** Resolves to whether `work` settles within `milliseconds`, or before the end. */
    settles: (work: Promise<unknown>, milliseconds: number | undefined) =>
      new Promise<boolean>((resolve) => {
        const cancel = after(milliseconds, () => resolve(false));
        const settle = () => {
          cancel();
          resolve(true);
        };
        work.then(settle, settle);
      }),
    /** Whether the instance was disposed. */
    isEnded: () => isEnded,
    end() {
      isEnded = true;
      for (const fire of pending) fire();
    },
  };
}

/** The reason of an aborted signal. Some environments abort without one. */
export const abortReason = ({ reason }: AbortSignal): unknown =>
  reason === undefined ? Object.assign(new Error('Aborted'), { name: 'AbortError' }) : reason;

/** Rejects as soon as `signal` aborts. The work itself, shared with other callers, goes on. */
export const orAborted = <T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> =>
  signal
    ? new Promise((resolve, reject) => {
        const abort = () => reject(abortReason(signal));
        signal.addEventListener('abort', abort);
        work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
      })
    : work;

/** Milliseconds to pause after this many earlier failures: from 4 s to a minute, jittered, at least `retryAfter` seconds. */
export function pauseAfter(failures: number, retryAfter: number | null): number {
  const growing = failures && Math.min(4_000 * 2 ** (failures - 1), 60_000) * (0.5 + Math.random() / 2);
  return Math.max(growing, Math.min(retryAfter ?? 0, 3_600) * 1000);
}

/** The claims of a JWT; an empty object for anything else. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const [, payload = ''] = token.split('.');
    return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) ?? {};
  } catch {
    return {};
  }
}

/** Milliseconds until a JWT expires; `NaN` for other tokens. */
export const expiresIn = (token: string): number => Number(claimsOf(token)['exp']) * 1000 - Date.now();

/** Undefined for text that is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The value if it is an object and no list, else null. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
