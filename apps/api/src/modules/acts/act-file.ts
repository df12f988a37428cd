import { ACT_FILES, type ActFormat } from '@referral-dashboard/api-contract';
import { unavailable } from '../../platform/errors.ts';
import { createThread } from '../../platform/thread.ts';
import { type ActSheet, actSheet } from './act-sheet.ts';
import { actXlsx } from './act-xlsx.ts';
import type { FoundAct } from './acts.view.ts';

const TIMEOUT_MS = 30_000;
const WAITING = 20;

const tooBusy = () =>
  unavailable({
    detail: 'Сейчас готовится слишком много файлов. Повторите через минуту.',
    code: 'unavailable',
  });

/** An act as a file, with its name. */
export type ActFile = { name: string; latinName: string; type: string; content: Uint8Array };

/** Writes acts as files. A PDF takes up to a second of work: it is laid out in a thread of its own. */
export function createActFiles() {
  const pdf = createThread<ActSheet, Uint8Array>({
    file: new URL('./pdf/act-pdf.worker.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    waiting: WAITING,
    refusal: tooBusy,
  });
  return async (act: FoundAct, format: ActFormat): Promise<ActFile> => {
    const sheet = actSheet(act);
    return {
      name: `Акт А-${act.number} ${act.month}.${format}`,
      latinName: `act-${act.number}-${act.month}.${format}`,
      type: ACT_FILES[format],
      content: format === 'pdf' ? await pdf(sheet) : await actXlsx(sheet),
    };
  };
}
