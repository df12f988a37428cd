import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed, type PackageName } from './packages.ts';

export type Example = { name: string; extension: 'ts' | 'tsx'; code: string };

/** The address that documents name; tests put a server's in its place. */
const ADDRESS = 'https://api.example.com';

/**
 * The TypeScript blocks of a document. An HTML comment before the fence names a block: `<!-- example: name -->`. An unnamed
 * block with imports is the setup of the unnamed blocks after it that have none.
 */
export function examplesOf(document: string): Example[] {
  let setup = '';
  const blocks = document.matchAll(/^(?:<!-- example: (\S+) -->\n\n)?```(tsx?)\n(.*?)^```$/gms);
  return [...blocks].map(([, name, fence, block = ''], index) => {
    const hasImports = /^import /m.test(block);
    if (!name && hasImports) setup = block;
    const code = name || hasImports ? block : `${setup}{\n${block}}\n`;
    return { name: name ?? `block-${index + 1}`, extension: fence === 'tsx' ? 'tsx' : 'ts', code };
  });
}

/** A published README. */
export const readmeOf = (playground: string, name: PackageName): string =>
  readFileSync(join(installed(playground, name), 'README.md'), 'utf8');

export const examplesIn = (playground: string, name: PackageName): Example[] =>
  examplesOf(readmeOf(playground, name));

/** The code with a test server in place of the documented address. */
export const aimedAt = (address: string, { code }: Example): string => code.replaceAll(ADDRESS, address);
