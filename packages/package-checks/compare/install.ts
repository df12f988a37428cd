import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workspace } from '../src/packages.ts';

/** Creates a temporary folder with the built auth-core and other packages from the registry. */
export function installWithOurs(dependencies: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'], {
    cwd: folder,
  });
  for (const part of ['dist', 'package.json'])
    cpSync(
      join(workspace, 'packages/auth-core', part),
      join(folder, 'node_modules/@referral-dashboard/auth-core', part),
      { recursive: true },
    );
  return folder;
}

/** Loads a module as a program in `folder` does. */
export const load = async <T>(folder: string, name: string): Promise<T> =>
  (await import(pathToFileURL(createRequire(join(folder, 'index.js')).resolve(name)).href)) as T;
