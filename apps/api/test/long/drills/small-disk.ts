import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const mounted = new Set<string>();

/** Mounts a tmpfs of the given size on a folder. @returns false when the user may not mount. */
export function mountOn(folder: string, mib: number): boolean {
  const args = ['-t', 'tmpfs', '-o', `size=${mib}m,mode=0777`, 'tmpfs', folder];
  if (spawnSync('mount', args).status !== 0) return false;
  mounted.add(folder);
  return true;
}

/** Unmounts all mounted disks. */
export function unmountAll() {
  for (const folder of mounted) execFileSync('umount', [folder]);
  mounted.clear();
}

const freeBytes = (folder: string) =>
  Number(execFileSync('df', ['--output=avail', '-B1', folder]).toString().split('\n')[1]);

/** Fills a disk except for `remainingBytes` bytes. @returns a function that frees the space. */
export function fill(folder: string, remainingBytes: number) {
  const filler = join(folder, 'ballast');
  if (existsSync(filler)) rmSync(filler);
  writeFileSync(filler, Buffer.alloc(Math.max(0, freeBytes(folder) - remainingBytes)));
  return () => rmSync(filler);
}
