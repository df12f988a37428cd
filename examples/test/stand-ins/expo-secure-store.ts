/** `expo-secure-store` with its limits: keys of `[A-Za-z0-9._-]`, values of at most 2,048 bytes. */
export const items = new Map<string, string>();

export const AFTER_FIRST_UNLOCK = 0;

function check(key: string): void {
  if (!/^[\w.-]+$/.test(key)) throw new Error(`Invalid key: ${key}`);
}

export async function getItemAsync(key: string, _options?: object): Promise<string | null> {
  check(key);
  return items.get(key) ?? null;
}

export async function setItemAsync(key: string, value: string, _options?: object): Promise<void> {
  check(key);
  const bytes = new TextEncoder().encode(value).length;
  if (bytes > 2_048) throw new Error(`The value of ${key} has ${bytes} bytes`);
  items.set(key, value);
}

export async function deleteItemAsync(key: string, _options?: object): Promise<void> {
  check(key);
  items.delete(key);
}
