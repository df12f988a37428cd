import { unavailable } from '../errors.ts';
import { createThread } from '../thread.ts';
import type { PdfDocument } from './layout.ts';

const TIMEOUT_MS = 30_000;
const WAITING = 20;

const tooBusy = () =>
  unavailable({
    detail: 'Сейчас готовится слишком много файлов. Повторите через минуту.',
    code: 'unavailable',
  });

/** A document as PDF. It takes up to seconds of work, in one thread of the process. */
export const writePdf = createThread<PdfDocument, Uint8Array>({
  file: new URL('./pdf.worker.ts', import.meta.url),
  timeoutMs: TIMEOUT_MS,
  waiting: WAITING,
  refusal: tooBusy,
});
