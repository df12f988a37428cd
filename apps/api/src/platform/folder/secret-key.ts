import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bitsForOthers, claimFolder } from './private-folder.ts';

const SHORTEST = 32;
const REMEDY =
  'Восстановите его из резервной копии. Если удалить его, сервер создаст новый, и всем придется войти заново.';

/**
 * Returns the key stored in a folder, and creates it at first use: 48 random bytes that only the owner can read.
 *
 * @throws Error with a Russian sentence when the key cannot be read, is too short, or could be read by other users.
 */
export function storedKey(folder: string): string {
  claimFolder(folder);
  const file = join(resolve(folder), 'secret-key');
  if (!existsSync(file)) make(file);
  // Some file systems have no owners, so permission bits mean nothing there.
  return read(file, bitsForOthers(statSync(folder)) === 0);
}

function make(file: string) {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
    // Two processes may start at once. A link appears with its complete content, and only the first process can create it.
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(file: string, hasOwners: boolean): string {
  let key: string;
  try {
    key = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`Секретный ключ ${file} не читается. ${REMEDY} (${String(cause)})`, { cause });
  }
  if (Buffer.byteLength(key.trim()) < SHORTEST)
    throw new Error(`Секретный ключ ${file} ${key.trim() === '' ? 'пуст' : 'слишком короткий'}. ${REMEDY}`);
  if (hasOwners && bitsForOthers(statSync(file)) !== 0)
    throw new Error(
      `Секретный ключ ${file} могли прочитать другие пользователи этого компьютера. Если могли, удалите его: ` +
        `сервер создаст новый, и всем придется войти заново. Если нет, выполните: chmod 600 ${file}`,
    );
  return key;
}
