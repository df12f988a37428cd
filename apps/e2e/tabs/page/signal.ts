const channel = new BroadcastChannel('start');

/** Starts something in many tabs at once: in each that was armed, when one of them goes. */
export function createSignal<T>(start: () => Promise<T>) {
  let result: Promise<T> | undefined;
  return {
    arm() {
      result = new Promise((resolve, reject) => {
        channel.onmessage = () => start().then(resolve, reject);
      });
    },
    /** Outcome in this tab. */
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
