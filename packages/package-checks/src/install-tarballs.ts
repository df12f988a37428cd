import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { consumer, packages, reactVersions, workspace } from './packages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A temporary folder with the tarballs and the consumers that installed them. */
    playground: string;
  }
}

/** Packs both packages and installs the tarballs for a consumer on React 18 and one on React 19. No network. */
export default function installTarballs(project: TestProject): () => void {
  const playground = mkdtempSync(join(tmpdir(), 'package-checks-'));
  for (const name of packages) pack(name, playground);
  for (const react of reactVersions) install(react, playground);
  project.provide('playground', playground);
  return () => rmSync(playground, { recursive: true });
}

const manifest = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as {
  packageManager: string;
};

function pack(name: string, playground: string): void {
  const { npm_execpath: running } = process.env;
  const pnpm = running?.includes('pnpm') ? [running] : ['npx', '-y', manifest.packageManager];
  const [command = '', ...args] = [...pnpm, 'pack', '--pack-destination', join(playground, name)];
  mkdirSync(join(playground, name));
  execFileSync(command, args, { cwd: join(workspace, 'packages', name), stdio: 'pipe' });
}

function install(react: (typeof reactVersions)[number], playground: string): void {
  const modules = join(consumer(playground, react.version), 'node_modules');
  for (const name of packages) {
    const target = join(modules, '@referral-dashboard', name);
    mkdirSync(target, { recursive: true });
    const [tarball = ''] = globSync(join(playground, name, '*.tgz'));
    execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  }
  const linked = ['react', 'react-dom', '@types/react', '@types/react-dom', 'jsdom'].map((name) => ({
    name,
    from: `packages/${react.from}`,
  }));
  linked.push({ name: 'axios', from: 'examples' }, { name: 'zod', from: 'packages/api-contract' });
  for (const { name, from } of linked) {
    const link = join(modules, name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(workspace, from, 'node_modules', name), link);
  }
}
