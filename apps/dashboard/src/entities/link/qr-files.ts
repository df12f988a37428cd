import { saveFile } from '../../shared/list/export/download.ts';

/** Least width of a picture, in pixels: 10 cm of print at 300 dots an inch. */
const LEAST = 1200;

/** Modules on a side of a code, by its own frame. */
const sideOf = (svg: string) => Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1] ?? 0);

/** Side of the picture of a code, in pixels: whole pixels to a module, so that none is wider than another. */
export function pictureSide(svg: string): number {
  const side = sideOf(svg);
  return side === 0 ? LEAST : side * Math.ceil(LEAST / side);
}

/** A code drawn as a PNG. */
async function pngOf(svg: string): Promise<Blob> {
  const side = pictureSide(svg);
  const image = new Image(side, side);
  // A drawing without a size of its own is not drawn by every browser.
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
