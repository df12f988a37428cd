import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodes } from '@referral-dashboard/node-versions';
import ts from 'typescript';
import { describe, expect, inject, test } from 'vitest';
import { accountsApi } from './accounts-stub.ts';
import { type Example, examplesIn, readmeOf } from './examples.ts';
import { installed, type PackageName, packages } from './packages.ts';
import { compileExamples, type Run, runExample } from './run-example.ts';

const playground = inject('playground');
const address = accountsApi();

function firstOf(name: PackageName): Example {
  const first = examplesIn(playground, name).find((example) => example.name === 'first');
  if (!first) throw new Error(`The README of ${name} has no first example`);
  return first;
}

const run = (how: Omit<Run, 'playground' | 'address'>) =>
  runExample({ playground, address: address(), ...how });

describe.for(packages)('%s', (name) => {
  const examples = examplesIn(playground, name);

  test(`${name}: the README has a first example`, () => {
    expect(examples.map((example) => example.name)).toContain('first');
  });

  test(`${name}: the links of the README also work outside the repository`, () => {
    const links = [...readmeOf(playground, name).matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, target = '']) => target,
    );
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((target) => !/^(https:|#)/.test(target))).toEqual([]);
  });

  test(`${name}: every example of the README compiles`, async () => {
    expect(await compileExamples(playground, examples)).toBe('');
  });
});

test.for([
  { type: 'AuthOptions', heading: '#### ' },
  { type: 'Auth', heading: '### auth.' },
])('auth-core: the README has a heading for every member of $type', ({ type, heading }) => {
  const declarations = readFileSync(join(installed(playground, 'auth-core'), 'dist/index.d.ts'), 'utf8');
  const file = ts.createSourceFile('index.d.ts', declarations, ts.ScriptTarget.Latest, true);
  const declared = file.statements.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === type);
  const members = declared?.members.map(({ name }) => name?.getText() ?? '') ?? [];
  const headings = readmeOf(playground, 'auth-core')
    .split('\n')
    .filter((line) => line.startsWith(heading))
    .map((line) => /^\w+/.exec(line.slice(heading.length))?.[0]);
  expect(members.length).toBeGreaterThan(10);
  expect(members.filter((member) => !headings.includes(member))).toEqual([]);
});

test.for(examplesIn(playground, 'auth-core'))(
  'auth-core: the example «$name» of the README runs in plain Node',
  (example) => run({ example }),
);

test.for(nodes.slice(0, -1))(
  'auth-core: the first example of the README runs in Node $version',
  async ({ path }) => {
    await run({ example: firstOf('auth-core'), node: path });
  },
);

test.for([18, 19] as const)(
  'react-auth: the first example of the README signs in and out on React %s',
  async (react) => {
    const driver = ['--import', './browser.ts', 'sign-in-and-out.ts'];
    await run({ example: firstOf('react-auth'), react, driver });
  },
);

/** Text that each example of react-auth renders for a signed-in user. */
const texts: Record<string, string> = {
  useAuth: 'Sign out',
  useAuthState: 'O',
  useUser: 'Hello, Olga',
  useAuthFetch: '2',
  useAccess: 'granted',
  useAuthInstance: 'Reload my permissions',
  Register: 'olga@example.test',
  'screen-test': 'Olga',
};

test.for(examplesIn(playground, 'react-auth').filter(({ name }) => name !== 'first'))(
  'react-auth: the example «$name» of the README renders its text',
  (example) =>
    run({
      example,
      driver: ['--import', './browser.ts', 'show.ts'],
      expected: texts[example.name] ?? 'a text of the table above',
      env: { SIGNED_IN: 'yes' },
    }),
);
