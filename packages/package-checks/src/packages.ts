import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root of the repository. */
export const workspace = resolve(import.meta.dirname, '../../..');

/** Folder names of the published packages. */
export const packages = ['auth-core', 'react-auth'] as const;

export type PackageName = (typeof packages)[number];

/** React versions that react-auth supports, and the workspace package that has each installed. */
export const reactVersions = [
  { version: 18, from: 'package-checks' },
  { version: 19, from: 'react-auth' },
] as const;

/** The folder of a project with both tarballs and this React. */
export const consumer = (playground: string, react: 18 | 19): string => join(playground, `react-${react}`);

/** The folder of an installed tarball. */
export const installed = (playground: string, name: PackageName): string =>
  join(consumer(playground, 19), 'node_modules/@referral-dashboard', name);

/** The content of a packed tarball. */
export function tarballOf(playground: string, name: PackageName): Uint8Array<ArrayBuffer> {
  const [file = ''] = globSync(join(playground, name, '*.tgz'));
  return new Uint8Array(readFileSync(file));
}
