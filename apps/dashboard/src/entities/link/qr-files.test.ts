import { expect, onTestFinished, test, vi } from 'vitest';
import { getImageSide, savePng, saveSvg } from './qr-files.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33" shape-rendering="crispEdges"/>';

/** Names of the files saved by the browser. */
function collectFileNames(): string[] {
  const names: string[] = [];
  const spy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  onTestFinished(() => spy.mockRestore());
  return names;
}

test.each([21, 33, 57])(
  'a code of %i modules per side has modules of whole pixels and is large enough to print',
  (moduleCount) => {
    const imageSide = getImageSide(`<svg viewBox="0 0 ${moduleCount} ${moduleCount}">`);
    expect(imageSide % moduleCount).toBe(0);
    expect(imageSide).toBeGreaterThanOrEqual(1200);
  },
);

test('a code is saved as a PNG of the computed size and as an SVG', async () => {
  const names = collectFileNames();
  const sizes: number[][] = [];
  HTMLImageElement.prototype.decode = async () => undefined;
  const getContextSpy = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const toBlobSpy = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type,
  ) {
    sizes.push([this.width, this.height]);
    done(new Blob(['picture'], { type: type ?? '' }));
  });
  onTestFinished(() => {
    getContextSpy.mockRestore();
    toBlobSpy.mockRestore();
    Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
  });
  await savePng(svg, 'okna');
  saveSvg(svg, 'okna');
  expect(names).toEqual(['qr-okna.png', 'qr-okna.svg']);
  expect(sizes).toEqual([[1221, 1221]]);
});
