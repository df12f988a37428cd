import { vi } from 'vitest';

const REM = 16;

/** Makes media queries about width answer for a window of so many pixels. The pointer is a finger, motion is reduced. */
export function setViewport(width: number): void {
  const matches = (query: string) => {
    const [, bound, value, unit] = /\((min|max)-width:\s*([\d.]+)(em|px)\)/.exec(query) ?? [];
    if (bound === undefined) return query.includes('prefers-reduced-motion');
    const pixels = Number(value) * (unit === 'em' ? REM : 1);
    return bound === 'min' ? width >= pixels : width <= pixels;
  };
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: matches(query),
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
    });
}

/** Gives every element a height as a layout would, in pixels: what draws only what is in sight has something to see. */
export function setHeights({ client, offset }: { client: number; offset: number }): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(client);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(offset);
}
