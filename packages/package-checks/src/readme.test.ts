import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { listenAsAccountsApi } from './accounts-stub.ts';
import { compile } from './compile.ts';
import { aimedAt, type Example, examplesIn } from './examples.ts';
import { consumer, packages } from './packages.ts';

const playground = inject('playground');
const project = consumer(playground, 19);
let server: Server;
let address: string;

beforeAll(async () => {
  ({ server, address } = await listenAsAccountsApi());
});
afterAll(() => server.close());

describe.for(packages)('%s', (name) => {
  const examples = examplesIn(playground, name);

  test(`${name}: the README has a first example`, () => {
    expect(examples.map((example) => example.name)).toContain('first');
  });

  test.for(examples)(`${name}: the example «$name» of the README compiles`, async ({ code, extension }) => {
    const file = join(mkdtempSync(join(project, 'example-')), `example.${extension}`);
    writeFileSync(file, code);
    expect(await compile(project, { compiler: '7.0', dom: true, module: 'bundler', files: [file] })).toBe('');
  });
});

type Run = {
  example: Example;
  react?: 18 | 19;
  driver?: string[];
  expected?: string;
  env?: NodeJS.ProcessEnv;
};

/** Runs an example in a process of its own, which must end well and print no complaint. */
async function run({ example, react = 19, driver = [], expected = '', env = {} }: Run): Promise<void> {
  const folder = mkdtempSync(join(consumer(playground, react), 'run-'));
  const { code } = await transform(aimedAt(address, example), {
    loader: example.extension,
    jsx: 'automatic',
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'example.mjs'), code);
  cpSync(join(import.meta.dirname, '../fixtures/run'), folder, { recursive: true });
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [...driver, 'example.mjs', address, expected],
    { cwd: folder, timeout: 20_000, env: { ...process.env, ...env } },
  );
  expect(stderr).toBe('');
}

test.for(examplesIn(playground, 'auth-core'))(
  'auth-core: the example «$name» of the README runs in plain Node',
  (example) => run({ example }),
);

test.for([18, 19] as const)(
  'react-auth: the first example of the README signs in and out on React %s',
  async (react) => {
    const [first] = examplesIn(playground, 'react-auth');
    if (!first) throw new Error('no example');
    await run({ example: first, react, driver: ['--import', './browser.ts', 'sign-in-and-out.ts'] });
  },
);

const shows: Record<string, string> = {
  select: 'ОО',
  guard: 'granted',
  ask: '2',
  register: 'olga@example.test',
};

test.for(examplesIn(playground, 'react-auth').slice(1))(
  'react-auth: the example «$name» of the README shows what it says',
  (example) =>
    run({
      example,
      driver: ['--import', './browser.ts', 'show.ts'],
      expected: shows[example.name] ?? 'a text of the table above',
      env: { SIGNED_IN: 'yes' },
    }),
);
