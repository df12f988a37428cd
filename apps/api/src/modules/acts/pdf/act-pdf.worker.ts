import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { openSync } from 'fontkit';
import pdfmake from 'pdfmake';
import type { ActSheet } from '../act-sheet.ts';
import { actPdf } from './act-pdf.ts';
import { drawable } from './drawable.ts';

const FACES = {
  normal: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  ),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
};

pdfmake.addFonts({ Act: FACES });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(FACES).includes(path));

const regular = openSync(FACES.normal);
const write = (text: string) => drawable(text, (codePoint) => regular.hasGlyphForCodePoint(codePoint));

parentPort?.on('message', async (act: ActSheet) => {
  const pdf = await pdfmake.createPdf(actPdf(act, write)).getBuffer();
  parentPort?.postMessage(new Uint8Array(pdf));
});
