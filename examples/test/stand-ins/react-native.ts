/** `AppState` of React Native, as far as the example uses it. */
type Listener = (state: 'active' | 'background' | 'inactive') => void;

const listeners = new Set<Listener>();

export const AppState = {
  addEventListener(_type: 'change', listener: Listener): { remove(): void } {
    listeners.add(listener);
    return { remove: () => void listeners.delete(listener) };
  },
};

/** The phone brings the app to the front, or puts it away. */
export const becomes: Listener = (state) => {
  for (const listener of listeners) listener(state);
};
