import { tooManyUploads } from '../../platform/errors.ts';
import { createThread, exceedsThreadLimits } from '../../platform/thread.ts';
import type { Directory } from './ed807.ts';

const inThread = createThread<string, Directory | null>({
  file: new URL('./ed807.worker.ts', import.meta.url),
  timeoutMs: 30_000,
  maxWaiting: 5,
  refusal: tooManyUploads,
  heapMb: 256,
});

/** Reads a directory in base64 in a worker thread. Returns null for a file that is not a directory or is too large. */
export async function readDirectoryInThread(base64: string): Promise<Directory | null> {
  try {
    return await inThread(base64);
  } catch (error) {
    if (exceedsThreadLimits(error)) return null;
    throw error;
  }
}
