import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { accountsApi } from './accounts-stub.ts';
import { examplesOf } from './examples.ts';
import { workspace } from './packages.ts';
import { compileExamples, runExample } from './run-example.ts';

const playground = inject('playground');
const address = accountsApi();

const examples = globSync(join(workspace, 'docs/auth/*.md')).flatMap((file) =>
  examplesOf(readFileSync(file, 'utf8')).map((example) => ({
    ...example,
    page: `docs/auth/${basename(file)}`,
  })),
);

/** Examples that use `localStorage` when they are loaded. */
const inPage = ['remember'];

test('every example of docs/auth compiles', async () => {
  expect(examples.length).toBeGreaterThan(15);
  expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
  expect(await compileExamples(playground, examples)).toBe('');
});

test.for(examples)('the example «$name» of $page can be loaded', (example) =>
  runExample({
    playground,
    address: address(),
    example,
    driver: inPage.includes(example.name) ? ['--import', './browser.ts'] : [],
  }),
);
