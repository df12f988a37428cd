import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const source = join(import.meta.dirname, '../../src');
/** Folder of the Node compile cache, which halves the start time of later processes. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');

export type Exit = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

export type ServerProcess = {
  pid: number;
  /** URL of the server. Rejects with its output when the process ends before it listens. */
  url: Promise<string>;
  /** Returns everything the process has printed. */
  output: () => string;
  kill: (signal: NodeJS.Signals) => void;
  exited: Promise<Exit>;
};

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Kills the running processes of a test and removes its folders. */
export async function cleanUp() {
  await Promise.all(
    [...children].map((child) => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      return closed;
    }),
  );
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

/** Creates a data folder, empty or as a copy of `template`. */
export function dataFolder(template?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'referral-dashboard-faults-'));
  folders.add(folder);
  if (template !== undefined) cpSync(template, folder, { recursive: true });
  return folder;
}

function run(program: string, args: readonly string[], env: Record<string, string>, input?: string) {
  const { PATH = '' } = process.env;
  // Optimizing WebAssembly takes a quarter of the start time and does not pay off within seconds.
  const child = spawn(process.execPath, ['--liftoff-only', join(source, program), ...args], {
    env: { PATH, NODE_COMPILE_CACHE: compiled, ...env },
  });
  children.add(child);
  child.stdin.end(input);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', async (code, signal) => {
      children.delete(child);
      const [stdout, stderr] = await output;
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { child, exited };
}

/** Starts the server on a free port with fast password hashing. */
export function startServer(folder: string, env: Record<string, string> = {}): ServerProcess {
  const { child, exited } = run('main.ts', [], {
    DATA_DIR: folder,
    PORT: '0',
    ARGON2_MEMORY_KIB: '64',
    ARGON2_PASSES: '1',
    ...env,
  });
  let output = '';
  const listening = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      // Waits for the end of the banner, because tests read it.
      const address = /Сервер запущен: (\S+)\n.*?\n\n/s.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  const failed = exited.then(({ stderr }) => Promise.reject(new Error(stderr)));
  const url = Promise.race([listening, failed]);
  url.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    url,
    output: () => output,
    kill: (signal) => child.kill(signal),
    exited,
  };
}

/** Runs the create-user command and waits for its end. */
export const createUser = (
  folder: string,
  args: readonly string[],
  input = '',
  env: Record<string, string> = {},
) => {
  const settings = { DATA_DIR: folder, ARGON2_MEMORY_KIB: '64', ARGON2_PASSES: '1', ...env };
  return run('cli/create-user.ts', args, settings, input).exited;
};

/** Runs an operator command and waits for its end. */
export const operate = (
  name:
    | 'reset-password'
    | 'change-phone'
    | 'create-organization'
    | 'load-banks'
    | 'check-journal'
    | 'erase-journal'
    | 'migrate',
  folder: string,
  args: readonly string[] = [],
) => run(`cli/${name}.ts`, args, { DATA_DIR: folder, ARGON2_MEMORY_KIB: '64', ARGON2_PASSES: '1' }).exited;

/** Runs the copy-database command and waits for its end. */
export const copyDatabase = (folder: string, args: readonly string[]) =>
  run('cli/copy-database.ts', args, { DATA_DIR: folder }).exited;
