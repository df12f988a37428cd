import { useRef } from 'react';

/**
 * Creates the `Idempotency-Key` of an action. `getKey` returns the same key while the body stays the same, so a retry after a lost response
 * gets the first response. Call `reset` after a success: the same body then gets a new key.
 */
export function useIdempotencyKey() {
  const lastUse = useRef({ body: '', key: '' });
  const getKey = (body: object): string => {
    const json = JSON.stringify(body);
    if (lastUse.current.body !== json) lastUse.current = { body: json, key: createIdempotencyKey() };
    return lastUse.current.key;
  };
  const reset = () => {
    lastUse.current = { body: '', key: '' };
  };
  return { getKey, reset };
}

/** Generates 128 random bits as hex. `crypto.randomUUID` is not available on pages served without TLS. */
export const createIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
