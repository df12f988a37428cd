import type { Page, Route } from '@playwright/test';

/** Part of a request that is held: the request itself, which the server then does not see, or its answer. */
export type Held = 'request' | 'answer';

/** Holds one tab's next calls of a path until they are let go. */
export async function hold(tab: Page, path: string, what: Held) {
  const gate = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const pass = async (route: Route) => {
    if (what === 'request') {
      arrived.resolve();
      await gate.promise;
      return route.continue();
    }
    const response = await route.fetch();
    arrived.resolve();
    await gate.promise;
    return route.fulfill({ response });
  };
  // The page may be gone, or have given up, by the time its request is let go.
  await tab.route(`**${path}`, (route) => pass(route).catch(() => undefined));
  return { arrived: arrived.promise, letGo: () => gate.resolve() };
}

/** Stops everything in a tab, timers included, as a frozen one is stopped; resolves to what wakes it. */
export async function freeze(tab: Page): Promise<() => Promise<void>> {
  const devtools = await tab.context().newCDPSession(tab);
  await devtools.send('Debugger.enable');
  const paused = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
  devtools.send('Runtime.evaluate', { expression: 'debugger' }).catch(() => undefined);
  await paused;
  return async () => {
    await devtools.send('Debugger.resume');
    await devtools.detach();
  };
}
