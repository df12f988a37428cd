/**
 * Test command for every commit.
 *
 *     pnpm test                            all its suites
 *     pnpm test unit browser               the named suites
 *     pnpm test unit phone-field           the files of a suite whose path contains this
 *     pnpm test browser "a toast under"    the tests whose title contains this
 */
import { runSuites, shortSuites } from './suites.ts';

runSuites(shortSuites, process.argv.slice(2), 'reports/test.json');
