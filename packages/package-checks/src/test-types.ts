import { resolve } from 'node:path';
import { inject, test } from 'vitest';
import { type Compiler, compile, compilers, type Project } from './compile.ts';
import { consumer } from './packages.ts';

export const fixture = (name: string) => resolve(import.meta.dirname, '../fixtures/types', name);
const everywhere = [fixture('auth-core.ts'), fixture('react-auth.tsx')];

const { LONG = '' } = process.env;

const projectsWith = (compiler: Compiler): Project[] => {
  const row = Object.keys(compilers).indexOf(compiler);
  return [true, false].flatMap((dom, column) =>
    (['bundler', 'node16'] as const)
      // Pairwise combinations; `LONG=1` compiles all of them.
      .filter((_, layer) => LONG !== '' || (row + column + layer) % 2 === 0)
      .map((module) => ({
        compiler,
        dom,
        module,
        files: [...everywhere, fixture(dom ? 'with-dom.ts' : 'without-dom.ts')],
      })),
  );
};

/** Declares the tests that compile `fixtures/types` with these versions of TypeScript. */
export function testTypes(versions: Compiler[]): void {
  test.concurrent.for(versions.flatMap(projectsWith))(
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
}
