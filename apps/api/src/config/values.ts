export const isHttpUrl = (value: string) => /^https?:\/\//.test(value) && URL.canParse(value);

/** Returns the variables that are set. An empty variable counts as missing. */
export const nonEmpty = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
