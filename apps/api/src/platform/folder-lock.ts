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
  const pidFile = join(folder, 'lock.pid');
  const lock = openLock(folder);
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

function openLock(folder: string): DatabaseSync {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new DatabaseSync(join(folder, 'lock'), { timeout: PATIENCE_MS });
  } catch (cause) {
    throw new Error(
      `В папку ${resolve(folder)} нельзя писать. Укажите другую в DATA_DIR. (${String(cause)})`,
      {
        cause,
      },
    );
  }
}

function holderOf(pidFile: string): string {
  try {
    return ` (${readFileSync(pidFile, 'utf8')})`;
  } catch {
    return '';
  }
}
