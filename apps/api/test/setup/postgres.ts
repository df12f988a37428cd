import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { findPostgres } from './postgres-programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a throw-away PostgreSQL server, in the project that has one. */
    postgres: string | undefined;
  }
}

const NOBODY = 65_534;

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => {
    try {
      return Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
    } catch {
      return NOBODY;
    }
  };
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

// The shell outlives nobody: when this process ends, however it ends, its input closes and PostgreSQL is stopped.
const SUPERVISED = '"$0" "$@" & server=$!; cat > /dev/null; kill -INT $server; wait $server';

export default async function setup(project: TestProject) {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('PostgreSQL is not installed');
  const { PATH } = process.env;
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'referral-dashboard-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const run = { ...user, cwd: folder, env: { PATH, LC_ALL: 'C' } };
  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...run,
      stdio: 'ignore',
    },
  );

  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: 200,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn('sh', ['-c', SUPERVISED, join(programs, 'postgres'), '-D', data, ...flags], {
    ...run,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  await readiness(server.stderr);
  project.provide('postgres', `postgres://test@127.0.0.1:${port}/postgres`);

  return async () => {
    server.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** @throws Error with what the server said, if it ended without being ready. */
async function readiness(log: NodeJS.ReadableStream) {
  const said: string[] = [];
  for await (const line of createInterface({ input: log })) {
    said.push(line);
    if (line.includes('ready to accept connections')) {
      log.resume();
      return;
    }
  }
  throw new Error(`PostgreSQL did not start:\n${said.join('\n')}`);
}
