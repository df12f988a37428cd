import { test as base } from '../fixtures.ts';

/** For tests that change no data: the tests of one worker share one server with the demo data. */
export const test = base.extend({ server: ({ demo }, use) => use(demo) });
