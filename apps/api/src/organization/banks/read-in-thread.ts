import { unavailable } from '../../platform/errors.ts';
import { createThread } from '../../platform/thread.ts';
import type { Directory } from './ed807.ts';

const tooBusy = () =>
  unavailable({
    detail: 'Сейчас загружается слишком много файлов. Повторите через минуту.',
    code: 'unavailable',
  });

const inThread = createThread<string, Directory | null>({
  file: new URL('./ed807.worker.ts', import.meta.url),
  timeoutMs: 30_000,
  waiting: 5,
  refusal: tooBusy,
  heapMb: 256,
});

/** Returns whether the worker thread ran out of memory or time. */
const isTooLarge = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

/** Reads a directory in base64 in a worker thread. Returns null for a file that is not a directory or is too large. */
export async function readDirectoryInThread(base64: string): Promise<Directory | null> {
  try {
    return await inThread(base64);
  } catch (error) {
    if (isTooLarge(error)) return null;
    throw error;
  }
}
