import type { Page, Route } from '@playwright/test';

/** The paused part: the request, which then does not reach the server, or its response. */
export type PausedPart = 'request' | 'response';

/** Holds all following requests of a tab to a path until they are released. */
export async function hold(tab: Page, path: string, what: PausedPart) {
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
  // The page may be closed or have aborted the request when it is released.
  await tab.route(`**${path}`, (route) => pass(route).catch(() => undefined));
  return { arrived: arrived.promise, release: () => gate.resolve() };
}

/** Freezes a tab, including its timers. Resolves to a function that resumes it. */
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
