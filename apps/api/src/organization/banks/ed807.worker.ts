import { parentPort } from 'node:worker_threads';
import { type Directory, readDirectoryFile } from './ed807.ts';

function read(base64: string): Directory | null {
  try {
    return readDirectoryFile(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}

parentPort?.on('message', (base64: string) => parentPort?.postMessage(read(base64)));
