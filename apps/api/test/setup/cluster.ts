import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { findPostgres } from './postgres-programs.ts';

const NOBODY = 65_534;

/** Ids of an unprivileged user when the process is root: PostgreSQL refuses to run as root. */
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

/** Returns a free TCP port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

// The input of the shell closes when this process ends, even when it is killed, and the shell then stops PostgreSQL.
const SUPERVISED =
  'exec 3<&0; "$0" "$@" & server=$!; { cat <&3; kill -INT $server; } > /dev/null 2>&1 & wait $server';

/** Starts are retried because a killed server releases its shared memory with a delay. */
const MAX_STARTS = 50;

type Settings = Record<string, string | number>;

/** A PostgreSQL server in its own folder. */
export type Cluster = ReturnType<typeof clusterIn>;

/** Creates a temporary folder that PostgreSQL may write to. */
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
 * A PostgreSQL server with its data in `folder/data`. Creates the data when the folder is missing.
 *
 * @param settings are passed to every start.
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
  let exit: Promise<unknown> = Promise.resolve();
  const url = () => `postgres://test@127.0.0.1:${port}/postgres`;
  const end = async (stop: () => void) => {
    stop();
    await exit;
    server = undefined;
  };

  return {
    folder,
    data,
    port: () => port,
    url,

    /**
     * Starts the server and waits until it is ready.
     *
     * @param more settings for this start only.
     * @param limit is the maximum size of any file the server writes, in bytes.
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
        exit = new Promise((resolve) => started.once('exit', resolve));
        try {
          return await readiness(started.stderr);
        } catch (error) {
          if (attempt === MAX_STARTS || !/shared memory block|lock file/.test(String(error))) throw error;
          await pause(50);
        }
      }
    },
    /** Stops the server with SIGINT. */
    stop: () => end(() => server?.stdin?.end()),
    /** Kills all processes of the server at once with SIGKILL. */
    killAll: () =>
      end(() => {
        const [main = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
        const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(/\s+/);
        for (const pid of [main, ...children]) if (pid !== '') process.kill(Number(pid), 'SIGKILL');
        server?.stdin?.end();
      }),

    /** Copies the running server with `pg_basebackup`. @returns the folder of the copy. */
    copy(more: readonly string[] = []): string {
      const into = clusterFolder();
      tool('pg_basebackup', ['-d', url(), '-D', join(into, 'data'), '--checkpoint=fast', ...more]);
      return into;
    },
    /** Promotes a standby to the primary. */
    promote: () => tool('pg_ctl', ['promote', '-D', data, '-w']),
    /** Creates a folder next to the data that the server may write to. */
    createFolder(name: string): string {
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

/** Waits until the server accepts connections. @throws Error with the server's output when it exits first. */
async function readiness(log: NodeJS.ReadableStream) {
  const lines: string[] = [];
  for await (const line of createInterface({ input: log })) {
    lines.push(line);
    if (/ready to accept (read-only )?connections/.test(line)) {
      log.resume();
      return;
    }
  }
  throw new Error(`PostgreSQL did not start:\n${lines.join('\n')}`);
}
