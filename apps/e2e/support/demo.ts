import type { TestServer } from '@referral-dashboard/api/testing';
import { test as base } from '../fixtures.ts';
import { startServer } from './servers.ts';

/** For tests that only look: those of one worker share one server with the demo data. */
export const test = base.extend<object, { demo: TestServer }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its first parameter
    async ({}, use) => {
      const server = await startServer();
      await server.welcomeDemo();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  server: ({ demo }, use) => use(demo),
});
