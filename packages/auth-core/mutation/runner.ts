import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Declared } from './shim.ts';

/** State that the changed sources look at: the mutant that is on, and their notes of being run. */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}

interface MutantRun {
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly activeMutant: { readonly id: string };
}

/** The slowest files, last: the first test that fails ends the run of a mutant. */
const SLOW = ['robust', 'transition', 'refresh-load', 'storage-sweep', 'login-sweep'];
const isSlow = (file: string) => SLOW.some((name) => file.endsWith(`/${name}.test.ts`));

/** Left out: random runs notice now this, now that. */
const RANDOM = /\/flows\.test\.ts$/;

/** Milliseconds after which a test that still runs counts as failed; it usually takes a hundredth of that. */
const limitOf = (file: string) => (isSlow(file) ? 15_000 : 2_500);

const { setTimeout: after, clearTimeout: cancel } = globalThis;
const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

/**
 * Runs the tests of the package in the process that Stryker starts, all mutants in one: vitest's `expect` and `vi`
 * with its own way of declaring tests. A test that fails must pass at once again without the mutant, else the process
 * is given up and the mutant tried in a new one.
 */
class InProcessRunner {
  static readonly inject = [] as const;
  private readonly stryker: Switch;
  private tests: ReadonlyMap<string, Declared> = new Map();
  private restore: () => void = () => {};
  private isSpoiled = false;

  constructor() {
    const shared = globalThis as { __stryker__?: Switch };
    shared.__stryker__ ??= {};
    this.stryker = shared.__stryker__;
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    // Only a failing test kills a mutant, not a leftover of it.
    process.on('unhandledRejection', () => {});
    process.on('uncaughtException', () => {});
    Object.assign(console, { warn() {}, error() {}, debug() {} });
    Object.assign(globalThis, { __vitest_worker__: { config: { fakeTimers: {}, sequence: {} }, ctx: {} } });
    const shim = pathToFileURL(resolve('mutation/shim.ts')).href;
    registerHooks({
      resolve: (name, context, next) =>
        name === 'vitest' && context.parentURL !== shim
          ? { url: shim, shortCircuit: true }
          : next(name, context),
    });
    const { tests, load, restore } = (await import(shim)) as typeof import('./shim.ts');
    const files = globSync('src/**/*.test.ts').filter((file) => !RANDOM.test(file));
    for (const file of files.sort((one, other) => Number(isSlow(one)) - Number(isSlow(other))))
      await load(pathToFileURL(resolve(file)).href, file);
    this.tests = tests;
    this.restore = restore;
  }

  async dryRun() {
    const tests = [];
    for (const test of this.tests.values()) {
      const begun = performance.now();
      this.stryker.currentTestId = test.id;
      const failureMessage = await this.failureOf(test);
      this.stryker.currentTestId = undefined;
      const { id, name, file } = test;
      const outcome = failureMessage === undefined ? { status: 0 } : { status: 1, failureMessage };
      tests.push({ id, name, fileName: resolve(file), timeSpentMs: performance.now() - begun, ...outcome });
    }
    return { status: 'complete', tests, mutantCoverage: this.stryker.mutantCoverage };
  }

  async mutantRun({ testFilter, hitLimit, activeMutant }: MutantRun) {
    if (this.isSpoiled) throw new Error('the process is spoiled');
    const filter = testFilter && new Set(testFilter);
    this.stryker.hitCount = 0;
    let nrOfTests = 0;
    for (const test of this.tests.values()) {
      if (filter && !filter.has(test.id)) continue;
      nrOfTests += 1;
      Object.assign(this.stryker, { hitLimit, activeMutant: activeMutant.id });
      const failureMessage = await this.failureOf(test);
      Object.assign(this.stryker, { hitLimit: undefined, activeMutant: undefined });
      if (failureMessage === undefined) continue;
      this.isSpoiled = (await this.failureOf(test)) !== undefined;
      if (this.isSpoiled) throw new Error(`without the mutant it fails, too: ${test.id}`);
      return { status: 'killed', killedBy: [test.id], failureMessage, nrOfTests };
    }
    return { status: 'survived', nrOfTests };
  }

  private async failureOf({ run, before, after: afterwards, file }: Declared): Promise<string | undefined> {
    const inTurn = async (works: readonly (() => unknown)[]) => {
      try {
        for (const work of works) await work();
        return undefined;
      } catch (cause) {
        return messageOf(cause);
      }
    };
    let timer: unknown;
    const late = new Promise<string>((give) => {
      timer = after(() => give('it takes too long'), limitOf(file));
    });
    const work = async () => {
      const failure = await inTurn([...before, run]);
      return failure ?? (await inTurn(afterwards));
    };
    const failure = await Promise.race([work(), late]);
    cancel(timer as NodeJS.Timeout);
    if (failure !== undefined) {
      await inTurn(afterwards);
      this.restore();
    }
    return failure;
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }];
