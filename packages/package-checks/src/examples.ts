import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed, type PackageName } from './packages.ts';

export type Example = { name: string; extension: 'ts' | 'tsx'; code: string };

/** The blocks of TypeScript in a published README; each names itself on its first line: `// example: <name>`. */
export function examplesIn(playground: string, packageName: PackageName): Example[] {
  const readme = readFileSync(join(installed(playground, packageName), 'README.md'), 'utf8');
  return [...readme.matchAll(/^```(tsx?)\n(.*?)^```$/gms)].map(([, extension, code = '']) => {
    const name = /^\/\/ example: (\S+)\n/.exec(code)?.[1];
    if (!name) throw new Error(`A block of the README of ${packageName} has no name:\n${code}`);
    return { name, extension: extension === 'tsx' ? 'tsx' : 'ts', code };
  });
}

/** The code with every base address replaced. */
export const aimedAt = (address: string, { code }: Example): string =>
  code.replace(/(baseUrl: )(['"]).*?\2/g, `$1'${address}'`);
