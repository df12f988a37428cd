import { saveFile } from '../../shared/list/export/download.ts';

/** Minimum image width in pixels: 10 cm in print at 300 dpi. */
const LEAST = 1200;

/** Number of QR modules per side, including the margin. */
const sideOf = (svg: string) => Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1] ?? 0);

/** Side of the QR image in pixels: a multiple of the number of modules, so that all modules have equal width. */
export function pictureSide(svg: string): number {
  const side = sideOf(svg);
  return side === 0 ? LEAST : side * Math.ceil(LEAST / side);
}

/** Renders the code as a PNG. */
async function pngOf(svg: string): Promise<Blob> {
  const side = pictureSide(svg);
  const image = new Image(side, side);
  // Some browsers do not draw an SVG without width and height.
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg ', `<svg width="${side}" height="${side}" `))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  canvas.getContext('2d')?.drawImage(image, 0, 0, side, side);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the code was not drawn'))),
      'image/png',
    ),
  );
}

export const savePng = async (svg: string, code: string) =>
  saveFile({ blob: await pngOf(svg), name: `qr-${code}.png` });

export const saveSvg = (svg: string, code: string) =>
  saveFile({ blob: new Blob([svg], { type: 'image/svg+xml' }), name: `qr-${code}.svg` });
