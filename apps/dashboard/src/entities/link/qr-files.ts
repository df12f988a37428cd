import { saveFile } from '@/shared/list/export/download.ts';

/** Minimum image width in pixels: 10 cm in print at 300 dpi. */
const MIN_SIDE_PX = 1200;

/** Number of QR modules per side, including the margin. */
const getModuleCount = (svg: string) => Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1] ?? 0);

/** Side of the QR image in pixels: a multiple of the number of modules, so that all modules have equal width. */
export function getImageSide(svg: string): number {
  const moduleCount = getModuleCount(svg);
  return moduleCount === 0 ? MIN_SIDE_PX : moduleCount * Math.ceil(MIN_SIDE_PX / moduleCount);
}

/** Renders the code as a PNG. */
async function toPng(svg: string): Promise<Blob> {
  const side = getImageSide(svg);
  const image = new Image(side, side);
  // Some browsers do not render an SVG without width and height.
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg ', `<svg width="${side}" height="${side}" `))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  canvas.getContext('2d')?.drawImage(image, 0, 0, side, side);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the QR code could not be rendered'))),
      'image/png',
    ),
  );
}

export const savePng = async (svg: string, code: string) =>
  saveFile({ blob: await toPng(svg), name: `qr-${code}.png` });

export const saveSvg = (svg: string, code: string) =>
  saveFile({ blob: new Blob([svg], { type: 'image/svg+xml' }), name: `qr-${code}.svg` });
