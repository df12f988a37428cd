import { execFileSync } from 'node:child_process';
import { nodes } from '@referral-dashboard/node-versions';
import { expect, inject, test } from 'vitest';
import { consumer, type PackageName } from './packages.ts';

const publicNames: Record<PackageName, string[]> = {
  'auth-core': [
    'AuthError',
    'STORAGE_KEYS',
    'createAuth',
    'initialState',
    'isAuthError',
    'memoryStorage',
    'responseError',
    'simpleJwt',
    'transition',
  ],
  'react-auth': [
    'AuthProvider',
    'useAccess',
    'useAuth',
    'useAuthFetch',
    'useAuthInstance',
    'useAuthState',
    'useUser',
  ],
};

/** Browser globals that must not be touched during the import. */
const guarded = [
  ...['window', 'document', 'navigator', 'location', 'localStorage', 'sessionStorage', 'indexedDB', 'fetch'],
  ...['BroadcastChannel', 'addEventListener', 'crypto', 'console', 'setTimeout', 'Headers', 'Request'],
];

/** Imports a package in a Node process where guarded globals throw. Returns its export names. */
function namesIn(node: string, project: string, name: PackageName, load: 'import' | 'require'): string[] {
  const script = `
    import { createRequire } from 'node:module';
    const { log } = console;
    const require = createRequire(process.cwd() + '/');
    for (const name of ${JSON.stringify(guarded)}) {
      const get = () => { throw new Error('touched ' + name) };
      Object.defineProperty(globalThis, name, { get, configurable: true });
    }
    const exported = ${load === 'import' ? 'await import' : 'require'}('@referral-dashboard/${name}');
    log(JSON.stringify(Object.keys(exported).filter((key) => key !== 'default' && key !== 'module.exports')));
  `;
  const output = execFileSync(node, ['--input-type=module', '--eval', script], {
    cwd: project,
    encoding: 'utf8',
    // The development build of React reads the console during the import.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return JSON.parse(output) as string[];
}

const cases = (['auth-core', 'react-auth'] as const).flatMap((name) =>
  (['import', 'require'] as const).flatMap((load) =>
    ([18, 19] as const).flatMap((react) =>
      nodes.map(({ version, path }) => ({ name, load, react, version, path })),
    ),
  ),
);

test('the tarballs are tested on every supported Node', () => {
  const versions = nodes.map(({ version }) => version);
  const isBuiltFor = process.platform === 'linux' && process.arch === 'x64';
  expect(versions).toEqual(isBuiltFor ? ['20', '22', '24'] : [expect.any(String)]);
});

test.for(cases)(
  '$name: $load in Node $version beside React $react touches no global of a browser and gives the public names',
  ({ name, load, react, path }) => {
    const names = namesIn(path, consumer(inject('playground'), react), name, load);
    expect(names.sort()).toEqual([...publicNames[name]].sort());
  },
);
