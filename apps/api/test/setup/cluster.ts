import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { findPostgres } from './postgres-programs.ts';

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

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

// The shell outlives nobody: when this process ends, however it ends, its input closes and PostgreSQL is stopped.
const SUPERVISED =
  'exec 3<&0; "$0" "$@" & server=$!; { cat <&3; kill -INT $server; } > /dev/null 2>&1 & wait $server';

/** Processes of a server that was killed let its shared memory go when they are gone, a moment later. */
const STARTS = 50;

type Settings = Record<string, string | number>;

/** A PostgreSQL server in a folder of its own. */
export type Cluster = ReturnType<typeof clusterIn>;

/** A folder that PostgreSQL may write to. */
export function clusterFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'referral-dashboard-postgres-'));
  own(folder);
  return folder;
}

function own(folder: string) {
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}

/**
 * A PostgreSQL server whose data is in `folder/data`, made there unless it is.
 *
 * @param settings of every start.
 */
export function clusterIn(folder: string, settings: Settings = {}) {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('PostgreSQL is not installed');
  const data = join(folder, 'data');
  const { PATH } = process.env;
  const run = { ...unprivileged(), cwd: folder, env: { PATH, LC_ALL: 'C' } };
  const tool = (name: string, args: readonly string[]) =>
    execFileSync(join(programs, name), args, { ...run, stdio: ['ignore', 'ignore', 'pipe'] });
  if (!existsSync(data)) tool('initdb', ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync']);

  let port = 0;
  let server: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  const url = () => `postgres://test@127.0.0.1:${port}/postgres`;
  const end = async (stop: () => void) => {
    stop();
    await ended;
    server = undefined;
  };

  return {
    folder,
    data,
    port: () => port,
    url,

    /**
     * Starts it and waits until it is ready.
     *
     * @param more settings of this start.
     * @param limit of the size of any file it writes, in bytes.
     */
    async start(more: Settings = {}, limit?: number) {
      port ||= await freePort();
      const all = {
        port,
        listen_addresses: '127.0.0.1',
        unix_socket_directories: folder,
        ...settings,
        ...more,
      };
      const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const limited = limit === undefined ? SUPERVISED : `ulimit -f ${Math.ceil(limit / 512)}; ${SUPERVISED}`;
      for (let attempt = 1; ; attempt += 1) {
        const started = spawn('sh', ['-c', limited, join(programs, 'postgres'), '-D', data, ...flags], {
          ...run,
          stdio: ['pipe', 'ignore', 'pipe'],
        });
        server = started;
        ended = new Promise((resolve) => started.once('exit', resolve));
        try {
          return await readiness(started.stderr);
        } catch (error) {
          if (attempt === STARTS || !/shared memory block|lock file/.test(String(error))) throw error;
          await pause(50);
        }
      }
    },
    /** Ends it as an administrator would. */
    stop: () => end(() => server?.stdin?.end()),
    /** Ends all of its processes at once, in the middle of whatever they do. */
    kill9: () =>
      end(() => {
        const [main = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
        const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(/\s+/);
        for (const pid of [main, ...children]) if (pid !== '') process.kill(Number(pid), 'SIGKILL');
        server?.stdin?.end();
      }),

    /** Copies it while it runs. @returns the folder of the copy. */
    copy(more: readonly string[] = []): string {
      const into = clusterFolder();
      tool('pg_basebackup', ['-d', url(), '-D', join(into, 'data'), '--checkpoint=fast', ...more]);
      return into;
    },
    /** Makes a standby the one that is written to. */
    promote: () => tool('pg_ctl', ['promote', '-D', data, '-w']),
    /** A folder beside the data that it may write to. */
    room(name: string): string {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      own(path);
      return path;
    },
    async remove() {
      await this.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @throws Error with what the server said, if it ended without being ready. */
async function readiness(log: NodeJS.ReadableStream) {
  const said: string[] = [];
  for await (const line of createInterface({ input: log })) {
    said.push(line);
    if (/ready to accept (read-only )?connections/.test(line)) {
      log.resume();
      return;
    }
  }
  throw new Error(`PostgreSQL did not start:\n${said.join('\n')}`);
}
