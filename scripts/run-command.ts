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
