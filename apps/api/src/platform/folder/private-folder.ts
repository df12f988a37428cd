import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const OF_OTHERS = 0o077;
const STICKY = 0o1000;
const OURS = /^(database|lock|secret-key|control)/;

/** Permission bits that a file gives anybody but its owner. */
export const bitsForOthers = ({ mode }: Stats) => mode & OF_OTHERS;

/**
 * Makes a folder, or takes one that is there, for its owner alone. Files that this process makes from now on are the owner's alone too.
 *
 * @throws Error with a Russian sentence when the folder cannot be had, or is one that everybody keeps files in.
 */
export function claimFolder(folder: string) {
  const place = resolve(folder);
  process.umask(OF_OTHERS);
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(`В папку ${place} нельзя писать. Укажите другую в DATA_DIR. (${String(cause)})`, {
      cause,
    });
  }
  if (isShared(place))
    throw new Error(`Папка ${place} общая для всех программ. Укажите в DATA_DIR отдельную папку.`);
  close(place, statSync(place));
}

/** Such as /tmp: anybody may write there, and things lie there that are none of ours. An empty one may be a disk of our own. */
function isShared(place: string): boolean {
  const others = readdirSync(place).filter((name) => !OURS.test(name));
  const stats = statSync(place);
  const isOpen = (stats.mode & STICKY) !== 0 && bitsForOthers(stats) !== 0;
  return place === resolve('/') || (isOpen && others.length > 0);
}

/** Takes a file, or a folder with all that is in it, from everybody but the owner, whatever was allowed before. Links are not followed. */
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
