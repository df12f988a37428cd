import type { Page } from '@playwright/test';

/** Pixels: help and notes, text, fields under a finger, sections, titles and figures. */
const SCALE = [12, 14, 16, 18, 24];

/** Texts of a page in a size that is none of the scale's. */
export const oddSizes = (page: Page) =>
  page.evaluate((scale) => {
    const odd = new Map<string, string>();
    for (const element of document.body.querySelectorAll('*')) {
      const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.nodeValue?.trim());
      if (!text || !element.checkVisibility({ visibilityProperty: true })) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (!scale.includes(size))
        odd.set(`${size} px`, `«${text.nodeValue?.trim().slice(0, 30)}» ${element.className}`);
    }
    return [...odd].map(([size, where]) => `${size}: ${where}`);
  }, SCALE);
