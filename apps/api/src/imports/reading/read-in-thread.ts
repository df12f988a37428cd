import { tooManyUploads } from '../../platform/errors.ts';
import { createThread, exceedsThreadLimits } from '../../platform/thread.ts';
import type { ReadTable } from './limits.ts';

const inThread = createThread<string, ReadTable>({
  file: new URL('./table.worker.ts', import.meta.url),
  timeoutMs: 30_000,
  maxWaiting: 10,
  refusal: tooManyUploads,
  heapMb: 384,
});

/** Reads a file in base64 in the single worker thread for tables. @throws ApiError 503 when too many files wait for it. */
export async function readTableInThread(base64: string): Promise<ReadTable> {
  try {
    return await inThread(base64);
  } catch (error) {
    if (exceedsThreadLimits(error)) return { problem: 'Файл слишком велик. Разделите его на части.' };
    throw error;
  }
}
