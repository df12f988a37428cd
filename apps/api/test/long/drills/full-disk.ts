/**
 * Simulates a full disk. A process loads it with `--import`. While the file at the path `FULL_WHILE` exists, writes fail that would extend
 * a file whose path contains `FULL_IN`. If `FULL_IS_REPORTED` is set, `statfs` also reports no free space.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { FULL_WHILE: mark = '', FULL_IN: part = '', FULL_IS_REPORTED: isReported = '' } = process.env;
const { writeSync, ftruncateSync, statfsSync, existsSync, fstatSync, readlinkSync } = fs;

const isFull = () => existsSync(mark);

function checkRoom(fd: number, end: number) {
  const stat = fstatSync(fd);
  if (!stat.isFile() || end <= stat.size || !isFull()) return;
  if (part !== '' && !readlinkSync(`/proc/self/fd/${fd}`).includes(part)) return;
  const fault = { code: 'ENOSPC', errno: -28, syscall: 'write' };
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), fault);
}

Object.assign(fs, {
  writeSync(fd: number, data: NodeJS.ArrayBufferView, offset: number, length: number, position: number) {
    if (typeof position === 'number') checkRoom(fd, position + length);
    return writeSync(fd, data, offset, length, position);
  },
  ftruncateSync(fd: number, length = 0) {
    checkRoom(fd, length);
    ftruncateSync(fd, length);
  },
  statfsSync(path: string) {
    const stat = statfsSync(path);
    if (isReported !== '' && isFull()) stat.bavail = 0;
    return stat;
  },
});
syncBuiltinESMExports();
