import { spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

/** The workspace's commands are found in any folder, as in a script of the root. */
const { PATH: machine = '' } = process.env;
const path = [resolve('node_modules/.bin'), machine].join(delimiter);
const env = { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };

/** Runs a command with its output on this terminal; `true` when it exits with 0. */
export const succeeds = (command: string, folder = '.'): boolean =>
  spawnSync(command, { shell: true, stdio: 'inherit', cwd: folder, env }).status === 0;

/** {@link succeeds} for a command of turbo. */
export const turbo = (command: string): boolean => succeeds(`turbo ${command}`);

/**
 * Types of the whole workspace. One checker for each project, where TypeScript takes four: each of them infers what the others
 * do, and projects run side by side as it is.
 */
export const typesHold = (): boolean =>
  succeeds('tsc -p scripts') && turbo('run typecheck --continue --output-logs=errors-only -- --checkers 1');
