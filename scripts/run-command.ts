import { spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

/** Makes the commands of the workspace root available in any folder. */
const { PATH: machine = '' } = process.env;
const path = [resolve('node_modules/.bin'), machine].join(delimiter);
const env = { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };

/** Runs a command with its output in this terminal. Returns true when it exits with 0. */
export const succeeds = (command: string, folder = '.'): boolean =>
  spawnSync(command, { shell: true, stdio: 'inherit', cwd: folder, env }).status === 0;

/** Runs a turbo command; see {@link succeeds}. */
export const turbo = (command: string): boolean => succeeds(`turbo ${command}`);

/**
 * Type-checks the whole workspace. Projects run in parallel with one checker each; TypeScript's default of four would repeat the
 * same inference.
 */
export const typesHold = (): boolean =>
  succeeds('tsc -p scripts') && turbo('run typecheck --continue --output-logs=errors-only -- --checkers 1');
