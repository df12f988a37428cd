/** Options that tests give a page in its address. */
export type PageOptions = {
  /** Milliseconds; auth-core's default when left out. */
  refreshTimeout?: number;
  /** Milliseconds by which other tabs' writes are shown late. */
  lag?: number;
  /** 1: a session is kept when the server cannot be asked. */
  patient?: number;
};

export function addressOf(options: PageOptions): string {
  return `/?${new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))}`;
}

export function optionsOf(search: string): PageOptions {
  return Object.fromEntries([...new URLSearchParams(search)].map(([name, value]) => [name, Number(value)]));
}
