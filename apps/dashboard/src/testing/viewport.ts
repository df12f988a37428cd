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
