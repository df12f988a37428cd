import type { Warn } from './storage.ts';

/** Functions to be told of something. One that throws keeps nobody from the news. */
export interface Listeners<T> {
  /** Returns an unsubscribe function. */
  add(listener: (value: T) => void): () => void;
  tell(value: T): void;
}

export function createListeners<T>(warn: Warn): Listeners<T> {
  const entries = new Set<(value: T) => void>();
  return {
    add(listener) {
      // An entry of its own for each call: the same function may subscribe twice.
      const entry = (value: T) => listener(value);
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
    tell(value) {
      for (const entry of [...entries]) {
        try {
          entry(value);
        } catch (cause) {
          warn('a listener failed', cause);
        }
      }
    },
  };
}
