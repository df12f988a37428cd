import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed, type PackageName } from './packages.ts';

export type Example = { name: string; extension: 'ts' | 'tsx'; code: string };

/** The blocks of TypeScript of a document; each names itself on its first line: `// example: <name>`. */
export function examplesOf(document: string, title: string): Example[] {
  return [...document.matchAll(/^```(tsx?)\n(.*?)^```$/gms)].map(([, extension, code = '']) => {
    const name = /^\/\/ example: (\S+)\n/.exec(code)?.[1];
    if (!name) throw new Error(`A block of ${title} has no name:\n${code}`);
    return { name, extension: extension === 'tsx' ? 'tsx' : 'ts', code };
  });
}

/** The examples of a published README. */
export const examplesIn = (playground: string, name: PackageName): Example[] =>
  examplesOf(readFileSync(join(installed(playground, name), 'README.md'), 'utf8'), `the README of ${name}`);

/** The code with every base address replaced. */
export const aimedAt = (address: string, { code }: Example): string =>
  code.replace(/(baseUrl: )(['"]).*?\2/g, `$1'${address}'`);
