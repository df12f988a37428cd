import { vi } from 'vitest';

const REM = 16;

/** Sets the viewport width, in pixels, for media queries. Reduced motion matches; other queries do not. */
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

/** Gives every element a height in pixels, so that virtual lists render rows. */
export function setHeights({ client, offset }: { client: number; offset: number }): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(client);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(offset);
}
