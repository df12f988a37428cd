import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const PATIENCE_MS = 500;
/** SQLite's codes for a lock that another holds, and for a file that is no database. */
const [BUSY, NOT_A_DATABASE] = [5, 26];

export type FolderLock = { release: () => void };

/**
 * Keeps other processes away from a folder until it is released or the process ends, however it ends.
 *
 * Two locks of the system, neither of which outlives a process that was killed: that of the file `lock`, taken through SQLite since Node has
 * none of its own, which every process sees that sees the folder; and on Linux a socket named after the folder's inode, which stays when the
 * file is deleted. Elsewhere deleting the file gives the lock away.
 *
 * @throws Error with a Russian sentence that names the folder and the process that holds it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = lockFile(folder);
  const socket = await bind(nameOf(folder)).catch((cause: unknown) => {
    file.close();
    throw inUse(folder, cause);
  });
  writeFileSync(pidFile(folder), String(process.pid), { mode: 0o600 });
  return {
    release() {
      socket?.close();
      file.close();
    },
  };
}

const pidFile = (folder: string) => join(folder, 'lock.pid');

function lockFile(folder: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: PATIENCE_MS });
    lock.exec('begin exclusive');
    return lock;
  } catch (cause) {
    lock?.close();
    const { errcode } = Object(cause) as { errcode?: number };
    if (errcode === BUSY) throw inUse(folder, cause);
    const place = resolve(folder);
    throw new Error(
      errcode === NOT_A_DATABASE
        ? `Файл ${join(place, 'lock')} поврежден. Если сервер с этой папкой не работает, удалите этот файл и запустите сервер снова.`
        : `В папку ${place} нельзя писать. Укажите другую в DATA_DIR. (${String(cause)})`,
      { cause },
    );
  }
}

/** A name without a file, which the system forgets with its holder. `undefined` where there are none such. */
function nameOf(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const { dev, ino } = statSync(folder, { bigint: true });
  return `\0referral-dashboard/${dev}:${ino}`;
}

/** @throws the system's error when another process listens there; `undefined` where names cannot be listened on at all. */
const bind = (path: string | undefined) =>
  new Promise<Server | undefined>((resolved, reject) => {
    if (path === undefined) return resolved(undefined);
    const server = createServer((socket) => socket.destroy()).unref();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? reject(error) : resolved(undefined),
    );
    server.listen({ path }, () => resolved(server));
    return;
  });

const inUse = (folder: string, cause: unknown) =>
  new Error(
    `Папка базы данных ${resolve(folder)} занята другим процессом${holderOf(folder)}. ` +
      'Остановите его или укажите другую папку в DATA_DIR.',
    { cause },
  );

function holderOf(folder: string): string {
  try {
    return ` (${readFileSync(pidFile(folder), 'utf8')})`;
  } catch {
    return '';
  }
}
