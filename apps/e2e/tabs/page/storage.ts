/** Resolves when this tab reads `value` under `key`; `null` means no value. */
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

/** Writes tokens without auth-core. The access token is written last, so a tab that reads it can read the others. */
export function put({ access_token, ...others }: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries({ ...others, access_token })) {
    if (value) localStorage.setItem(key, value);
  }
}

/** The session keys that have a value. */
export const stored = (): Record<string, string> =>
  Object.fromEntries(
    ['access_token', 'refresh_token', 'user_data', 'user_role'].flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value]];
    }),
  );
