import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const mounted = new Set<string>();

/** Puts a small disk of its own where a folder is, which not everybody may do. @returns false when it is refused. */
export function mountOn(folder: string, mib: number): boolean {
  const asked = ['-t', 'tmpfs', '-o', `size=${mib}m,mode=0777`, 'tmpfs', folder];
  if (spawnSync('mount', asked).status !== 0) return false;
  mounted.add(folder);
  return true;
}

/** Takes away every disk that was put somewhere. */
export function unmountAll() {
  for (const folder of mounted) execFileSync('umount', [folder]);
  mounted.clear();
}

const roomIn = (folder: string) =>
  Number(execFileSync('df', ['--output=avail', '-B1', folder]).toString().split('\n')[1]);

/** Fills a disk but for so many bytes. @returns what makes room again. */
export function fill(folder: string, left: number) {
  const ballast = join(folder, 'ballast');
  if (existsSync(ballast)) rmSync(ballast);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, roomIn(folder) - left)));
  return () => rmSync(ballast);
}
