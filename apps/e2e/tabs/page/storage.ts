/** Resolves once this tab sees `value` under `key`; `null` is nothing. */
export const holds = (key: string, value: string | null) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (localStorage.getItem(key) !== value) return;
      removeEventListener('storage', look);
      resolve();
    };
    addEventListener('storage', look);
    look();
  });

/** Writes as code that knows nothing of auth-core would; the access token comes last, so whoever sees it sees all. */
export function put({ access_token, ...others }: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries({ ...others, access_token })) {
    if (value) localStorage.setItem(key, value);
  }
}

/** The four keys, where there is something. */
export const stored = (): Record<string, string> =>
  Object.fromEntries(
    ['access_token', 'refresh_token', 'user_data', 'user_role'].flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value]];
    }),
  );
