import { nodes } from '@referral-dashboard/node-versions';
import { describe, expect, inject, test } from 'vitest';
import { accountsApi } from './accounts-stub.ts';
import { examplesIn } from './examples.ts';
import { packages } from './packages.ts';
import { compileExamples, type Run, runExample } from './run-example.ts';

const playground = inject('playground');
const address = accountsApi();

const run = (how: Omit<Run, 'playground' | 'address'>) =>
  runExample({ playground, address: address(), ...how });

describe.for(packages)('%s', (name) => {
  const examples = examplesIn(playground, name);

  test(`${name}: the README has a first example`, () => {
    expect(examples.map((example) => example.name)).toContain('first');
  });

  test(`${name}: every example of the README compiles`, async () => {
    expect(await compileExamples(playground, examples)).toBe('');
  });
});

test.for(examplesIn(playground, 'auth-core'))(
  'auth-core: the example «$name» of the README runs in plain Node',
  (example) => run({ example }),
);

test.for(nodes.slice(0, -1))(
  'auth-core: the first example of the README runs in Node $version',
  async ({ path }) => {
    const [first] = examplesIn(playground, 'auth-core');
    if (!first) throw new Error('no example');
    await run({ example: first, node: path });
  },
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
  'screen-test': 'Olga',
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
