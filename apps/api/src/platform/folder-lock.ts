import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const PATIENCE_MS = 500;

/**
 * Keeps other processes away from a folder until it is released or the process ends, however it ends.
 *
 * Node has no file locks of its own; SQLite's are the system's, so none is ever left behind by a process that was killed.
 *
 * @throws Error with a Russian sentence that names the folder and the process that holds it.
 */
export function lockFolder(folder: string): { release: () => void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pidFile = join(folder, 'lock.pid');
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: PATIENCE_MS });
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    throw new Error(
      `Папка базы данных ${resolve(folder)} занята другим процессом${holderOf(pidFile)}. ` +
        'Остановите его или укажите другую папку в DATA_DIR.',
      { cause },
    );
  }
  writeFileSync(pidFile, String(process.pid));
  return { release: () => lock.close() };
}

function holderOf(pidFile: string): string {
  try {
    return ` (${readFileSync(pidFile, 'utf8')})`;
  } catch {
    return '';
  }
}
