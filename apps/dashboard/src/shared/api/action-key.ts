import { useRef } from 'react';

/**
 * The key of an action that must happen once: the same for the same body, so that a second try after a lost answer
 * gets the answer of the first. After `happened` the same body is another action.
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

/** 128 random bits. `crypto.randomUUID` is missing where the page is not served over TLS. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
