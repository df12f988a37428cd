const channel = new BroadcastChannel('start');

/** Starts an action in many tabs at once: a signal from one tab starts it in all armed tabs. */
export function createSignal<T>(start: () => Promise<T>) {
  let result: Promise<T> | undefined;
  return {
    arm() {
      result = new Promise((resolve, reject) => {
        channel.onmessage = () => start().then(resolve, reject);
      });
    },
    /** Result of the action in this tab. */
    armed(): Promise<T> {
      if (result === undefined) throw new Error('This tab is not armed');
      return result;
    },
    go(): Promise<T> {
      channel.postMessage('go');
      return start();
    },
  };
}
