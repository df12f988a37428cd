import type { AuthStorage } from '@referral-dashboard/auth-core';
import * as SecureStore from 'expo-secure-store';

// A locked phone may still write a rotated token.
const options = { keychainAccessible: SecureStore.AFTER_FIRST_UNLOCK };

/** The keys of the further parts, by the value of the first: `a:2:…` has two more, under `key.a.0` and `key.a.1`. */
function partKeys(key: string, first: string | null): string[] {
  const [, set, count = '0'] = /^([ab]):(\d+):/.exec(first ?? '') ?? [];
  return Array.from({ length: Number(count) }, (_, index) => `${key}.${set}.${index}`);
}

const remove = (keys: string[]) => Promise.all(keys.map((key) => SecureStore.deleteItemAsync(key, options)));

/**
 * The keychain as a storage. It takes 2,048 bytes per value, so longer values are split. The parts of a new value
 * get other keys than those of the old one, and the first part is written last: an interrupted write leaves the old value.
 */
export const secureStorage: AuthStorage = {
  async getItem(key) {
    const first = await SecureStore.getItemAsync(key, options);
    if (first === null) return null;
    const keys = partKeys(key, first);
    const rest = await Promise.all(keys.map((part) => SecureStore.getItemAsync(part, options)));
    if (rest.includes(null)) return null;
    return decodeURIComponent([first.replace(/^[ab]:\d+:/, ''), ...rest].join(''));
  },

  async setItem(key, value) {
    const old = await SecureStore.getItemAsync(key, options);
    const [start = '', ...rest] = encodeURIComponent(value).match(/.{1,2000}/g) ?? [];
    const first = `${old?.startsWith('a') ? 'b' : 'a'}:${rest.length}:${start}`;
    const keys = partKeys(key, first);
    await Promise.all(keys.map((part, index) => SecureStore.setItemAsync(part, rest[index] ?? '', options)));
    await SecureStore.setItemAsync(key, first, options);
    await remove(partKeys(key, old));
  },

  async removeItem(key) {
    const first = await SecureStore.getItemAsync(key, options);
    await remove([key, ...partKeys(key, first)]);
  },
};
