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
  maxWaiting: WAITING,
  refusal: tooBusy,
});
const ofPerson = queueByKey({ atOnce: 1, maxWaiting: 3, refusal: () => tooManyCalls(5) });
const ofOrganization = queueByKey({ atOnce: 2, maxWaiting: 10, refusal: () => tooManyCalls(5) });

/**
 * Renders a document as PDF in the only PDF thread of the process. A long document takes seconds. The queue of the thread holds at most one
 * document per user and two per organization, so that one organization delays others by at most two documents.
 *
 * @throws ApiError 429 when too many documents of the user or the organization wait, 503 when too many wait in total.
 */
export const writePdf = (document: PdfDocument, viewer: Viewer): Promise<Uint8Array> => {
  const payer = viewer.role === 'organization' ? viewer.organizationId : viewer.userId;
  return ofPerson(viewer.userId, () => ofOrganization(payer, () => inThread(document)));
};
