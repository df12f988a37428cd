import { expect, type Page } from '@playwright/test';

/**
 * Elements that stick out of the screen, and buttons, links, headings and labels whose text does not fit into them. The page
 * has a while to follow a window that has just changed its size.
 */
export async function misfits(page: Page): Promise<string[]> {
  let found: string[] = [];
  const look = async () => {
    found = await misfitsNow(page);
    return found;
  };
  await expect
    .poll(look, { timeout: 2000 })
    .toEqual([])
    .catch(() => undefined);
  return found;
}

const misfitsNow = (page: Page) =>
  page.evaluate(() => {
    const told = (element: Element) =>
      `${element.tagName} «${(element.textContent ?? '').trim().slice(0, 40)}»`;
    const shown = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !element.closest('svg'),
    );
    // What a strip of its own scrolls sideways, such as the tabs of a list, is within reach.
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const outside = shown.filter((element) => {
      if (scrolls(element.parentElement)) return false;
      const { left, right, width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && (left < -0.5 || right > innerWidth + 0.5);
    });
    const cut = shown.filter(
      (element) =>
        element.matches('h1, h2, h3, p, label, button, button *, a, a *') &&
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflowX !== 'visible' &&
        getComputedStyle(element).textOverflow !== 'ellipsis',
    );
    const sideways = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
    return [
      ...sideways,
      ...outside.map((element) => `outside: ${told(element)}`),
      ...cut.map((element) => `cut: ${told(element)}`),
    ];
  });
