import { ACT_FILES, type ActFormat } from '@referral-dashboard/api-contract';
import type { SentFile } from '../../../platform/http/content/send-file.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { writePdf } from '../../../platform/pdf/pdf.ts';
import type { FoundAct } from '../acts.view.ts';
import { actPdf } from './act-pdf.ts';
import { actSheet } from './act-sheet.ts';
import { actXlsx } from './act-xlsx.ts';

/** Builds the file of an act in a format. */
export async function actFile(act: FoundAct, format: ActFormat, viewer: Viewer): Promise<SentFile> {
  const sheet = actSheet(act);
  return {
    name: `Акт А-${act.number} ${act.month}.${format}`,
    latinName: `act-${act.number}-${act.month}.${format}`,
    type: ACT_FILES[format],
    content: format === 'pdf' ? await writePdf(actPdf(sheet), viewer) : await actXlsx(sheet),
  };
}
