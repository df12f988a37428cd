/**
 * Environment as far as it is used, described by shape, so that the package compiles without DOM types
 * and the types of a browser, Node or a worker fit. Everything is looked up when needed, never at import.
 */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface HeadersLike {
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: string): void;
}

export interface RequestLike {
  readonly url: string;
  readonly headers: HeadersLike;
  readonly signal: AbortSignalLike;
  readonly body?: BodyLike | null;
  clone(): RequestLike;
}

/** A stream that may be let go of unread. */
export interface BodyLike {
  cancel?(): Promise<unknown>;
}

export interface ResponseLike {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  readonly url?: string;
  readonly body?: BodyLike | null;
  clone?(): ResponseLike;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

export interface RequestInitLike {
  method?: string;
  headers?: unknown;
  body?: unknown;
  signal?: AbortSignalLike | null;
}

export type FetchLike = (
  input: string | { readonly href: string } | RequestLike,
  init?: RequestInitLike,
) => Promise<ResponseLike>;

/** The environment's own `AbortSignal` type where it declares one, else the shape described here. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Native } }
  ? Native
  : AbortSignalLike;

/** The environment's own `Response` type where it declares one, else the shape described here. */
export type AnyResponse = typeof globalThis extends { Response: { prototype: infer Native } }
  ? Native
  : ResponseLike;

/** The environment's own `fetch` type where it declares one, else the shape described here. */
export type Fetch = typeof globalThis extends { fetch: infer Native } ? Native : FetchLike;

export interface LockOptions {
  readonly ifAvailable?: boolean;
  readonly steal?: boolean;
  readonly signal?: AbortSignalLike;
}

export interface LockManagerLike {
  request(name: string, options: LockOptions, work: (lock: unknown) => Promise<void>): Promise<unknown>;
  query(): Promise<{ readonly held?: readonly { readonly name?: string; readonly clientId?: string }[] }>;
}

export type PageEvent = { readonly type: string; readonly key?: string | null };

export interface Platform {
  readonly fetch: FetchLike;
  readonly console: {
    warn(message: string, ...details: unknown[]): void;
    debug(message: string, ...details: unknown[]): void;
  };
  readonly localStorage?: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  readonly location?: { readonly href: string };
  readonly document?: { readonly hidden: boolean };
  readonly navigator?: { readonly locks?: LockManagerLike };
  readonly Headers: new (init?: unknown) => HeadersLike;
  readonly Request: new (input: unknown, init?: unknown) => RequestLike;
  readonly URL: new (url: string, base?: string) => { readonly origin: string; readonly href: string };
  readonly AbortController: new () => { readonly signal: AbortSignalLike; abort(): void };
  atob(text: string): string;
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  addEventListener?(type: string, listener: (event: PageEvent) => void): void;
  removeEventListener?(type: string, listener: (event: PageEvent) => void): void;
}

/** The global object, by the parts used. */
export const platform = globalThis as unknown as Platform;
