/** Page options that tests pass in the URL. */
export type PageOptions = {
  /** In milliseconds; auth-core's default when omitted. */
  refreshTimeout?: number;
  /** Delay, in milliseconds, of storage writes of other tabs. */
  lag?: number;
  /** 1 keeps the session when the server is unreachable. */
  patient?: number;
};

export function buildAddress(options: PageOptions): string {
  return `/?${new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))}`;
}

export function parseOptions(search: string): PageOptions {
  return Object.fromEntries([...new URLSearchParams(search)].map(([name, value]) => [name, Number(value)]));
}
