import { tooManyUploads } from '../../platform/errors.ts';
import { createThread, exceedsThreadLimits } from '../../platform/thread.ts';
import type { StatementRead } from './statement-reader.ts';

const inThread = createThread<string, StatementRead>({
  file: new URL('./statement.worker.ts', import.meta.url),
  timeoutMs: 30_000,
  maxWaiting: 10,
  refusal: tooManyUploads,
  heapMb: 320,
});

/** Reads a base64 statement in the single worker thread for statements. @throws ApiError 503 when too many files wait for it. */
export async function readStatementInThread(base64: string): Promise<StatementRead> {
  try {
    return await inThread(base64);
  } catch (error) {
    if (exceedsThreadLimits(error))
      return { problem: 'Файл слишком велик. Выгрузите выписку за меньший период.' };
    throw error;
  }
}
