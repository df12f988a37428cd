import { test as base } from '../fixtures.ts';

/** For tests that only look: those of one worker share one server with the demo data. */
export const test = base.extend({ server: ({ demo }, use) => use(demo) });
