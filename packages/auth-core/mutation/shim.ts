import { format } from 'node:util';
import { expect as assert, vi as real } from 'vitest';

type Work = (...values: unknown[]) => unknown;

/** A test as it was declared, with the hooks around it. */
export interface Declared {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly run: Work;
  readonly before: readonly Work[];
  readonly after: readonly Work[];
}

interface Suite {
  readonly name: string;
  readonly before: Work[];
  readonly after: Work[];
}

export const tests = new Map<string, Declared>();
let file = '';
let suites: readonly Suite[] = [];

/** Loads a file, whose tests are declared on the way. */
export async function load(path: string, name: string): Promise<void> {
  file = name;
  suites = [{ name: '', before: [], after: [] }];
  await import(path);
}

const titleOf = (name: string, values: readonly unknown[]) =>
  format(name, ...values.slice(0, name.split(/%[a-z]/).length - 1));

function declare(name: string, run: Work): void {
  const full = [...suites.slice(1).map((suite) => suite.name), name].join(' > ');
  let id = `${file}#${full}`;
  while (tests.has(id)) id += '+';
  const present = suites;
  tests.set(id, {
    id,
    name: full,
    file,
    run,
    get before() {
      return present.flatMap((suite) => suite.before);
    },
    get after() {
      return present.flatMap((suite) => suite.after).reverse();
    },
  });
}

const each =
  (add: (name: string, work: Work) => void) =>
  (table: readonly unknown[]) =>
  (name: string, ...rest: unknown[]) => {
    const work = rest.find((one) => typeof one === 'function') as Work;
    for (const row of table) {
      const values = Array.isArray(row) ? row : [row];
      add(titleOf(name, values), () => work(...values));
    }
  };

export const test = Object.assign(
  (name: string, ...rest: unknown[]) => declare(name, rest.find((one) => typeof one === 'function') as Work),
  { each: each(declare) },
);

function group(name: string, work: Work): void {
  const outer = suites;
  suites = [...outer, { name, before: [], after: [] }];
  work();
  suites = outer;
}

export const describe = Object.assign(group, { each: each(group) });

export const beforeEach = (work: Work) => void suites.at(-1)?.before.push(work);
export const afterEach = (work: Work) => void suites.at(-1)?.after.push(work);

const { setTimeout: after } = globalThis;

/** Looks at a condition every millisecond; fake time goes on by what vitest's own waits between two looks. */
async function waitFor<T>(work: () => T | Promise<T>): Promise<T> {
  for (let looks = 1000; ; looks -= 1) {
    try {
      return await work();
    } catch (cause) {
      if (!looks) throw cause;
    }
    if (real.isFakeTimers()) real.advanceTimersByTime(50);
    await new Promise((resolve) => after(resolve, 1));
  }
}

export const vi: typeof real = { ...real, waitFor };

type Matchers = Readonly<Record<string, Work>>;

/** `poll` without a test of vitest's own around it. */
export const expect = Object.assign((...values: Parameters<typeof assert>) => assert(...values), assert, {
  poll: (look: () => unknown) =>
    new Proxy({} as Record<string, Work>, {
      get:
        (_, name: string) =>
        (...values: unknown[]) =>
          waitFor(() => (assert(look()) as unknown as Matchers)[name]?.(...values)),
    }),
});

/** Restores the globals that a failed test replaced. */
export function restore(): void {
  real.useRealTimers();
  real.unstubAllGlobals();
  real.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'localStorage');
}
