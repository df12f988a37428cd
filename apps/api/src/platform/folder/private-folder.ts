import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const OF_OTHERS = 0o077;
const STICKY = 0o1000;
const OURS = /^(database|lock|secret-key|control)/;

/** Returns the permission bits for users other than the owner. */
export const bitsForOthers = ({ mode }: Stats) => mode & OF_OTHERS;

/**
 * Creates a folder or takes an existing one, and makes it private to its owner. Files that this process creates later are private too.
 *
 * @throws Error with a Russian sentence when the folder cannot be created or accessed, or is shared by all users.
 */
export function claimFolder(folder: string) {
  const path = resolve(folder);
  process.umask(OF_OTHERS);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(`В папку ${path} нельзя писать. Укажите другую в DATA_DIR. (${String(cause)})`, {
      cause,
    });
  }
  if (isShared(path))
    throw new Error(`Папка ${path} общая для всех программ. Укажите в DATA_DIR отдельную папку.`);
  close(path, statSync(path));
}

/**
 * Returns true for a folder such as /tmp, where all users may write and which has files of other programs. An empty folder may be a mounted
 * disk, so it does not count.
 */
function isShared(path: string): boolean {
  const others = readdirSync(path).filter((name) => !OURS.test(name));
  const stats = statSync(path);
  const isOpen = (stats.mode & STICKY) !== 0 && bitsForOthers(stats) !== 0;
  return path === resolve('/') || (isOpen && others.length > 0);
}

/** Removes all permissions of other users from a file, or from a folder and its content. Does not follow links. */
export function closeToOthers(path: string) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink()) return;
  close(path, stats);
  if (stats.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
}

function close(path: string, stats: Stats) {
  if (bitsForOthers(stats) === 0) return;
  try {
    chmodSync(path, stats.mode & 0o700);
  } catch (cause) {
    throw new Error(
      `Папка или файл ${path} принадлежит другому пользователю, и закрыть его от посторонних нельзя. ` +
        `Запустите сервер от имени владельца или укажите другую папку в DATA_DIR. (${String(cause)})`,
      { cause },
    );
  }
}
