import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const source = join(import.meta.dirname, '../../src');
/** Folder of what Node has compiled, for the processes that come after: half of what a start takes. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

export type ServerProcess = {
  pid: number;
  /** Address it listens at; rejects with what it said if it ends before it listens. */
  url: Promise<string>;
  /** All that it has printed. */
  said: () => string;
  kill: (signal: NodeJS.Signals) => void;
  ended: Promise<Ended>;
};

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Kills what a test left running and removes its folders. */
export async function cleanUp() {
  await Promise.all(
    [...children].map((child) => {
      const gone = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      return gone;
    }),
  );
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

/** An empty folder for data, or a copy of one. */
export function dataFolder(template?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'referral-dashboard-faults-'));
  folders.add(folder);
  if (template !== undefined) cpSync(template, folder, { recursive: true });
  return folder;
}

function run(program: string, args: readonly string[], env: Record<string, string>, input?: string) {
  const { PATH = '' } = process.env;
  // WebAssembly that lives for seconds is not worth optimizing: a quarter of what a start takes.
  const child = spawn(process.execPath, ['--liftoff-only', join(source, program), ...args], {
    env: { PATH, NODE_COMPILE_CACHE: compiled, ...env },
  });
  children.add(child);
  child.stdin.end(input);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', async (code, signal) => {
      children.delete(child);
      const [stdout, stderr] = await output;
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { child, ended };
}

/** Starts the server on a free port, with cheap passwords. */
export function startServer(folder: string, env: Record<string, string> = {}): ServerProcess {
  const { child, ended } = run('main.ts', [], {
    DATA_DIR: folder,
    PORT: '0',
    ARGON2_MEMORY_KIB: '64',
    ARGON2_PASSES: '1',
    ...env,
  });
  let said = '';
  const listening = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      // To the end of the banner: what stands in it is read by tests.
      const address = /Сервер запущен: (\S+)\n.*?\n\n/s.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  const failed = ended.then(({ stderr }) => Promise.reject(new Error(stderr)));
  const url = Promise.race([listening, failed]);
  url.catch(() => undefined);
  return { pid: child.pid ?? 0, url, said: () => said, kill: (signal) => child.kill(signal), ended };
}

/** Runs the command that creates a user to its end. */
export const createUser = (folder: string, args: readonly string[], input = '') =>
  run('cli/create-user.ts', args, { DATA_DIR: folder, ARGON2_MEMORY_KIB: '64', ARGON2_PASSES: '1' }, input)
    .ended;

/** Runs another command of the operator to its end. */
export const operate = (
  name: 'reset-password' | 'change-phone' | 'create-organization' | 'load-banks',
  folder: string,
  args: readonly string[],
) => run(`cli/${name}.ts`, args, { DATA_DIR: folder, ARGON2_MEMORY_KIB: '64', ARGON2_PASSES: '1' }).ended;

/** Runs the command that moves an embedded database to PostgreSQL to its end. */
export const copyDatabase = (folder: string, args: readonly string[]) =>
  run('cli/copy-database.ts', args, { DATA_DIR: folder }).ended;
