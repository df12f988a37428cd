import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const TIMEOUT_MS = 500;
/** SQLite's codes: the lock is held by another process, and the file is not a database. */
const [BUSY, NOT_A_DATABASE] = [5, 26];

export type FolderLock = { release: () => void };

/**
 * Locks a folder until the lock is released or the process ends.
 *
 * It combines two system locks, which a killed process also releases. The first is on the file `lock`; SQLite takes it, because Node has no
 * file locks. Every process that can access the folder sees it. The second is a Linux socket named after the folder's inode, which remains
 * when the file is deleted. On other systems, deleting the file releases the lock.
 *
 * @throws Error with a Russian sentence that names the folder and the process that holds the lock.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = lockFile(folder);
  const socket = await bind(getSocketName(folder)).catch((cause: unknown) => {
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
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: TIMEOUT_MS });
    lock.exec('begin exclusive');
    return lock;
  } catch (cause) {
    lock?.close();
    const { errcode } = Object(cause) as { errcode?: number };
    if (errcode === BUSY) throw inUse(folder, cause);
    const path = resolve(folder);
    throw new Error(
      errcode === NOT_A_DATABASE
        ? `Файл ${join(path, 'lock')} поврежден. Если сервер с этой папкой не работает, удалите этот файл и запустите сервер снова.`
        : `В папку ${path} нельзя писать. Укажите другую в DATA_DIR. (${String(cause)})`,
      { cause },
    );
  }
}

/** Returns an abstract socket name, which needs no file and disappears with its process. `undefined` on systems without such names. */
function getSocketName(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const { dev, ino } = statSync(folder, { bigint: true });
  return `\0referral-dashboard/${dev}:${ino}`;
}

/**
 * Listens at a socket name. Resolves to `undefined` on systems without such names. @throws the system's error when another process listens
 * there.
 */
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
    `Папка базы данных ${resolve(folder)} занята другим процессом${describeHolder(folder)}. ` +
      'Остановите его или укажите другую папку в DATA_DIR.',
    { cause },
  );

function describeHolder(folder: string): string {
  try {
    return ` (${readFileSync(pidFile(folder), 'utf8')})`;
  } catch {
    return '';
  }
}
