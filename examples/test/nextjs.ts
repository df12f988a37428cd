/**
 * Builds the Next.js example and requests its page as two visitors at once. Needs a registry and 340 MB in the temporary
 * folder; not part of the test command.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { signedInStorage } from '@referral-dashboard/auth-core/testing';
import { startApi } from './api.ts';

const ROUNDS = 50;
const versions = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1', typescript: '6.0.3' };
const types = { '@types/node': '24', '@types/react': '19.3.0' };

const folder = mkdtempSync(join(tmpdir(), 'nextjs-'));
const run = (command: string, args: string[]) => {
  const started = performance.now();
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`${command} ${args[0]}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
};

/** Copies a package of the workspace as if its tarball were installed. */
function copyPackage(name: string): void {
  for (const part of ['dist', 'package.json'])
    cpSync(
      resolve(import.meta.dirname, '../../packages', name, part),
      join(folder, 'node_modules/@referral-dashboard', name, part),
      { recursive: true },
    );
}

const pageFor = async (url: string, name: string) => {
  const access = signedInStorage({ name }).getItem('access_token');
  const page = await fetch(url, { headers: { cookie: `access_token=${access}` } });
  return /Hello, (?:<!-- -->)?([^<]*)/.exec(await page.text())?.[1];
};

async function isUp(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((again) => setTimeout(again, 100));
  }
}

const api = await startApi();
try {
  cpSync(resolve(import.meta.dirname, '../nextjs/app'), join(folder, 'app'), { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: versions, devDependencies: types }),
  );
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts']);
  for (const name of ['auth-core', 'react-auth']) copyPackage(name);
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  process.env.API_URL = api.url;
  run('npx', ['next', 'build']);

  const port = '3987';
  const server = join(folder, 'node_modules/next/dist/bin/next');
  const next = spawn(process.execPath, [server, 'start', '-p', port, '-H', '127.0.0.1'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}/`;
  await isUp(url);
  let wrong = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const names = [`Olga ${round}`, `Pavel ${round}`];
    const greeted = await Promise.all(names.map((name) => pageFor(url, name)));
    wrong += greeted.filter((name, index) => name !== names[index]).length;
  }
  next.kill();
  console.log(`${ROUNDS} rounds of two visitors at once: ${wrong} greeted by the wrong name`);
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  api.close();
  rmSync(folder, { recursive: true });
}
