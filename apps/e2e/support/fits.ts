import type { Locator, Page } from '@playwright/test';

/** Strips that go on past their edge without an arrow that says so. */
export const silentStrips = (page: Page) =>
  page.evaluate(() => {
    const arrows = (strip: Element) =>
      strip.parentElement?.querySelectorAll('.mantine-Scroller-control:not([data-hidden])').length ?? 0;
    return [...document.querySelectorAll('main *')]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && arrows(element) === 0)
      .map((element) => `${element.className}: ${element.textContent?.slice(0, 40)}`);
  });

/** Texts of elements that are cut, at their side or below. */
export const cutTexts = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all
      .flatMap((one) => [one, ...one.querySelectorAll('*')])
      .filter((one) => /hidden|clip/.test(getComputedStyle(one).overflow))
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
      .map((one) => one.textContent),
  );

/** Predicate: the middles of all of them are on one line. */
export const isOneLine = (elements: Locator) =>
  elements.evaluateAll((all) => {
    const middles = all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => one.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2);
    return middles.length > 1 && Math.max(...middles) - Math.min(...middles) < 3;
  });

/** Number of lines that each text takes. */
export const linesOf = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return new Set([...range.getClientRects()].filter(({ width }) => width > 20).map(({ top }) => top))
        .size;
    }),
  );

/** Width of a field's example beyond the room for it, in pixels; 0 where it stands whole. */
export const cutPlaceholder = (field: Locator) =>
  field.evaluate((input) => {
    if (!(input instanceof HTMLInputElement)) throw new Error('Not a field.');
    const style = getComputedStyle(input);
    const brush = document.createElement('canvas').getContext('2d');
    if (!brush) throw new Error('Nothing to measure with.');
    brush.font = style.font;
    const room =
      input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return Math.max(0, brush.measureText(input.placeholder).width - room);
  });
