import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { openSync } from 'fontkit';
import pdfmake from 'pdfmake';
import { drawable } from './drawable.ts';
import type { PdfDocument } from './layout.ts';
import { toRuns } from './line-breaks.ts';

const FACES = {
  normal: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  ),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
};

pdfmake.addFonts({ Sans: FACES });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(FACES).includes(path));

const regular = openSync(FACES.normal);
const write = (text: string) => drawable(text, (codePoint) => regular.hasGlyphForCodePoint(codePoint));

/** Prepares all texts of a part: only characters of the font, and line breaks at the right places. */
function prepareTexts(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(prepareTexts);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]): [string, unknown] => [
      name,
      name === 'text' ? toRuns(write(String(value))) : prepareTexts(value),
    ]),
  );
}

parentPort?.on('message', async ({ title, content }: PdfDocument) => {
  const pdf = await pdfmake
    .createPdf({
      info: { title: write(title) },
      pageSize: 'A4',
      pageMargins: [48, 48, 48, 56],
      defaultStyle: { font: 'Sans', fontSize: 9, lineHeight: 1.15 },
      footer: (page: number, pages: number) => ({
        text: `Страница ${page} из ${pages}`,
        alignment: 'right',
        fontSize: 8,
        margin: [48, 16, 48, 0],
      }),
      content: prepareTexts(content),
    })
    .getBuffer();
  parentPort?.postMessage(new Uint8Array(pdf));
});
