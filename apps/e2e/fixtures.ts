import { test as base, expect } from '@playwright/test';
import type { TestServer, TestServerOptions } from '@referral-dashboard/api/testing';
import { reset, startServer } from './support/servers.ts';
import { type Watch, watch } from './support/watch.ts';
import { type Wire, wire } from './support/wire.ts';

type TestFixtures = {
  /** Options of a separate server for the test, which it may stop. By default the test uses the server of the worker. */
  serverOptions: TestServerOptions | undefined;
  server: TestServer;
  /** Starts another server over the database of the worker and stops it when the test ends. */
  startServer: typeof startServer;
  /** Fails the test at its end when a page caused a problem that the test did not expect. */
  watch: Watch;
  /** Requests of the pages to the API. */
  wire: Wire;
};

type WorkerFixtures = {
  workerServer: TestServer;
  /** A server with the demo data for tests that change no data. The first of them starts it. */
  demo: TestServer;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverOptions: [undefined, { option: true }],

  workerServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture dependencies from the first parameter
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  // Defined here because Playwright starts a new worker for tests with other worker fixtures.
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture dependencies from the first parameter
    async ({}, use) => {
      const server = await startServer();
      await server.welcomeDemo();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  server: async ({ serverOptions, startServer, workerServer }, use) =>
    use(serverOptions === undefined ? workerServer : await startServer(serverOptions)),

  startServer: async ({ workerServer }, use) => {
    await reset(workerServer);
    const { db } = workerServer;
    const database = { db, drop: () => Promise.resolve() };
    const servers: TestServer[] = [];
    await use(async (options) => {
      const server = await startServer({ database, ...options });
      servers.push(server);
      return server;
    });
    await Promise.all(servers.map((server) => server.stop()));
  },

  baseURL: ({ server }, use) => use(server.url),

  watch: [
    async ({ context }, use) => {
      const watched = watch(context);
      await use(watched);
      expect(watched.problems()).toEqual([]);
    },
    { auto: true },
  ],

  wire: async ({ context }, use) => use(wire(context)),
});

export { expect };
