import { resolve } from 'node:path';
import { expect, inject, test } from 'vitest';
import { type Compiler, compile, compilers, type Project } from './compile.ts';
import { consumer } from './packages.ts';

const fixture = (name: string) => resolve(import.meta.dirname, '../fixtures/types', name);
const everywhere = [fixture('auth-core.ts'), fixture('react-auth.tsx')];

const { LONG = '' } = process.env;
const versions = Object.keys(compilers) as Compiler[];
const projects: Project[] = versions.flatMap((compiler, row) =>
  [true, false].flatMap((dom, column) =>
    (['bundler', 'node16'] as const)
      // Pairwise combinations; `LONG=1` compiles all of them.
      .filter((_, layer) => LONG !== '' || (row + column + layer) % 2 === 0)
      .map((module) => ({
        compiler,
        dom,
        module,
        files: [...everywhere, fixture(dom ? 'with-dom.ts' : 'without-dom.ts')],
      })),
  ),
);

test.concurrent.for(projects)(
  'types hold on TypeScript $compiler, module $module, DOM library $dom',
  async (project, { expect }) => {
    expect(await compile(consumer(inject('playground'), 19), project)).toBe('');
  },
);

test.concurrent.for(versions)('types hold with React 18 on TypeScript %s', async (compiler, { expect }) => {
  const project: Project = { compiler, dom: true, module: 'bundler', files: everywhere };
  expect(await compile(consumer(inject('playground'), 18), project)).toBe('');
});

test.concurrent.for(versions)(
  'a registered user type reaches every hook on TypeScript %s',
  async (compiler, { expect }) => {
    const files = [fixture('registered-user.tsx')];
    const project: Project = { compiler, dom: true, module: 'bundler', files };
    expect(await compile(consumer(inject('playground'), 19), project)).toBe('');
  },
);

test('the compilation checks fail on a wrong type', async () => {
  const project: Project = { compiler: '7.0', dom: true, module: 'bundler', files: [fixture('wrong.ts')] };
  expect(await compile(consumer(inject('playground'), 19), project)).toContain('error TS2322');
});

test('an auth with another user type than the registered one is reported in a sentence', async () => {
  const files = [fixture('registered-user.tsx'), fixture('other-user.tsx')];
  const project: Project = { compiler: '7.0', dom: true, module: 'bundler', files };
  const complaint = await compile(consumer(inject('playground'), 19), project);
  expect(complaint).toContain(
    'This auth is of other users than the hooks: name its user type in interface Register',
  );
});
