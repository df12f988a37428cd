import type { Page } from '@playwright/test';

/** Pixels: help and notes, text, fields under a finger, sections, titles and figures. */
const SCALE = [12, 14, 16, 18, 24];

/** A screen that needs more has texts in a role that is not theirs. */
const MOST = 4;

/** Sizes of text on a page, where there are more than four. */
export const manySizes = (page: Page) =>
  page.evaluate((most) => {
    const found = new Map<number, string>();
    for (const element of document.body.querySelectorAll('*')) {
      const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.nodeValue?.trim());
      // What is only said aloud has a box of a pixel.
      if (!text || element.getBoundingClientRect().width < 2) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      found.set(size, `${size} px: «${text.nodeValue?.trim().slice(0, 30)}»`);
    }
    return found.size > most ? [`More than ${most} sizes of text: ${[...found.values()].join(', ')}`] : [];
  }, MOST);

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
