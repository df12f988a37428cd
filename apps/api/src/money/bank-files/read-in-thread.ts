import { unavailable } from '../../platform/errors.ts';
import { createThread } from '../../platform/thread.ts';
import type { StatementRead } from './statement-reader.ts';

const tooBusy = () =>
  unavailable({
    detail: 'Сейчас загружается слишком много файлов. Повторите через минуту.',
    code: 'unavailable',
  });

const inThread = createThread<string, StatementRead>({
  file: new URL('./statement.worker.ts', import.meta.url),
  timeoutMs: 30_000,
  waiting: 10,
  refusal: tooBusy,
  heapMb: 320,
});

/** Returns true when the worker thread exceeded its memory or time limit. */
const isTooLarge = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

/** Reads a base64 statement in the single worker thread for statements. @throws ApiError 503 when too many files wait for it. */
export async function readStatementInThread(base64: string): Promise<StatementRead> {
  try {
    return await inThread(base64);
  } catch (error) {
    if (isTooLarge(error)) return { problem: 'Файл слишком велик. Выгрузите выписку за меньший период.' };
    throw error;
  }
}
