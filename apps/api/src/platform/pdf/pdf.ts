import { tooManyCalls, unavailable } from '../errors.ts';
import type { Viewer } from '../http/viewer.ts';
import { queueByKey } from '../queue.ts';
import { createThread } from '../thread.ts';
import type { PdfDocument } from './layout.ts';

const TIMEOUT_MS = 30_000;
const WAITING = 20;

const tooBusy = () =>
  unavailable({
    detail: 'Сейчас готовится слишком много файлов. Повторите через минуту.',
    code: 'unavailable',
  });

const inThread = createThread<PdfDocument, Uint8Array>({
  file: new URL('./pdf.worker.ts', import.meta.url),
  timeoutMs: TIMEOUT_MS,
  waiting: WAITING,
  refusal: tooBusy,
});
const ofPerson = queueByKey({ atOnce: 1, waiting: 3, refusal: () => tooManyCalls(5) });
const ofOrganization = queueByKey({ atOnce: 2, waiting: 10, refusal: () => tooManyCalls(5) });

/**
 * Writes a document as PDF in the one thread that the process has for it; a long one takes seconds. One document of a person and two of an
 * organization are in the thread's queue at a time, so that other organizations wait for two at most.
 *
 * @throws ApiError 429 when too many documents of the person or the organization wait, 503 when too many wait in all.
 */
export const writePdf = (document: PdfDocument, viewer: Viewer): Promise<Uint8Array> => {
  const payer = viewer.role === 'organization' ? viewer.organizationId : viewer.userId;
  return ofPerson(viewer.userId, () => ofOrganization(payer, () => inThread(document)));
};
