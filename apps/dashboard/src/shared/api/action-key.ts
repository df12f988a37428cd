import { useRef } from 'react';

/**
 * Creates the `Idempotency-Key` of an action. `keyOf` returns the same key while the body stays the same, so a retry after a lost response
 * gets the first response. Call `happened` after a success: the same body then gets a new key.
 */
export function useActionKey() {
  const kept = useRef({ body: '', key: '' });
  const keyOf = (body: object): string => {
    const written = JSON.stringify(body);
    if (kept.current.body !== written) kept.current = { body: written, key: newKey() };
    return kept.current.key;
  };
  const happened = () => {
    kept.current = { body: '', key: '' };
  };
  return { keyOf, happened };
}

/** Generates 128 random bits as hex. `crypto.randomUUID` is not available on pages served without TLS. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
