import { expect, onTestFinished, test, vi } from 'vitest';
import { pictureSide, savePng, saveSvg } from './qr-files.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33" shape-rendering="crispEdges"/>';

/** Names of the files saved by the browser. */
function savedFiles(): string[] {
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
  'a module of a code of %i of them is drawn in whole pixels, of a size to print',
  (side) => {
    const drawn = pictureSide(`<svg viewBox="0 0 ${side} ${side}">`);
    expect(drawn % side).toBe(0);
    expect(drawn).toBeGreaterThanOrEqual(1200);
  },
);

test('a code is saved as a picture of its size', async () => {
  const names = savedFiles();
  const sizes: number[][] = [];
  HTMLImageElement.prototype.decode = async () => undefined;
  const draw = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const blob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type,
  ) {
    sizes.push([this.width, this.height]);
    done(new Blob(['picture'], { type: type ?? '' }));
  });
  onTestFinished(() => {
    draw.mockRestore();
    blob.mockRestore();
    Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
  });
  await savePng(svg, 'okna');
  saveSvg(svg, 'okna');
  expect(names).toEqual(['qr-okna.png', 'qr-okna.svg']);
  expect(sizes).toEqual([[1221, 1221]]);
});
