/**
 * Executables of the Nodes that the published packages support, by major version. In a package of their own, since each would
 * take the name `node` in the scripts of the one that installs it. Where none is built for the machine, the running one is alone.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

function installed(name: string): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    return join(dirname(resolve(`${name}/package.json`)), 'bin/node');
  } catch {
    return undefined;
  }
}

const [own = ''] = process.versions.node.split('.');

export const nodes: readonly { version: string; path: string }[] = [
  ...['20', '22'].flatMap((version) => {
    const path = installed(`node-${version}`);
    return path ? [{ version, path }] : [];
  }),
  { version: own, path: process.execPath },
];
