/**
 * Measurements of a rendered page: overflow, cut text, sizes of targets and of text, layout shifts. Each function returns
 * descriptions of defects, so a test expects an empty list.
 */
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Elements outside the viewport, and buttons, links, headings and labels with truncated text. Polls for up to five seconds while the
 * page adapts to a resized window.
 */
export async function findOverflows(page: Page): Promise<string[]> {
  let found: string[] = [];
  const look = async () => {
    found = await measureOverflows(page);
    return found;
  };
  await expect
    .poll(look, { timeout: 5000 })
    .toEqual([])
    .catch(() => undefined);
  return found;
}

const measureOverflows = (page: Page) =>
  page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName} «${(element.textContent ?? '').trim().slice(0, 40)}»`;
    const shown = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !element.closest('svg'),
    );
    // Content of a horizontal scroller, such as a tab list, is reachable.
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
      ...outside.map((element) => `outside: ${nameOf(element)}`),
      ...cut.map((element) => `cut: ${nameOf(element)}`),
    ];
  });

/** Horizontal scrollers with hidden content and no arrow. */
export const findScrollersWithoutArrows = (page: Page) =>
  page.evaluate(() => {
    const arrows = (strip: Element) =>
      strip.parentElement?.querySelectorAll('.mantine-Scroller-control:not([data-hidden])').length ?? 0;
    return [...document.querySelectorAll('main *')]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && arrows(element) === 0)
      .map((element) => `${element.className}: ${element.textContent?.slice(0, 40)}`);
  });

/** Texts cut horizontally or vertically. */
export const findCutTexts = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all
      .flatMap((one) => [one, ...one.querySelectorAll('*')])
      .filter((one) => /hidden|clip/.test(getComputedStyle(one).overflow))
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
      .map((one) => one.textContent),
  );

/** Returns true when the vertical centers of all visible elements are equal. */
export const isOneLine = (elements: Locator) =>
  elements.evaluateAll((all) => {
    const middles = all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => one.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2);
    return middles.length > 1 && Math.max(...middles) - Math.min(...middles) < 3;
  });

/** Number of lines of each text. */
export const countLines = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return new Set([...range.getClientRects()].filter(({ width }) => width > 20).map(({ top }) => top))
        .size;
    }),
  );

/** Width of a placeholder that does not fit into its field, in pixels; 0 when it fits. */
export const measurePlaceholderOverflow = (field: Locator) =>
  field.evaluate((input) => {
    if (!(input instanceof HTMLInputElement)) throw new Error('The element is not an input.');
    const style = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('The browser has no 2D canvas.');
    context.font = style.font;
    const available =
      input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return Math.max(0, context.measureText(input.placeholder).width - available);
  });

/** Minimum width and height of a target in pixels. */
const TOUCH_TARGET = 44;
export const MOUSE_TARGET = 32;

/** Buttons, links and fields smaller than `least` pixels. A link inside a line of text is exempt. */
export const findSmallTargets = (page: Page, least = TOUCH_TARGET) =>
  page.evaluate((least) => {
    const targets =
      'button, a[href], [role="button"], [role="menuitem"], [role="tab"], [role="switch"], input, select, textarea';
    /** The element that receives clicks for this one. */
    const target = (element: Element) =>
      element.closest('.mantine-Input-wrapper, label') ??
      element.closest(
        '.mantine-Checkbox-root:has(label), .mantine-Radio-root:has(label), .mantine-Switch-root:has(label)',
      ) ??
      element;
    const inLine = (element: Element) => {
      const block = element.parentElement?.closest('p, li, dd, td, div, section, span:not(:only-child)');
      const around = block?.textContent?.replace(element.textContent ?? '', '').trim();
      return element.matches('a') && getComputedStyle(element).display === 'inline' && Boolean(around);
    };
    /** Size including absolutely positioned pseudo-elements that enlarge the target. */
    const hitArea = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const sizes = ['::before', '::after']
        .map((part) => getComputedStyle(element, part))
        .filter(({ content, position }) => content !== 'none' && position === 'absolute')
        .map((style) => ({
          width: Number.parseFloat(style.width) || 0,
          height: Number.parseFloat(style.height) || 0,
        }));
      return {
        width: Math.max(width, ...sizes.map((size) => size.width)),
        height: Math.max(height, ...sizes.map((size) => size.height)),
      };
    };
    return [...document.querySelectorAll(targets)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !element.closest('[aria-hidden="true"]') && element.textContent !== 'К содержанию')
      .filter((element) => !inLine(element))
      .map((element) => ({ element, size: hitArea(target(element)) }))
      .filter(({ size: { width, height } }) => width > 1 && height > 1)
      .filter(({ size: { width, height } }) => height < least - 0.5 || width < least - 0.5)
      .map(({ element, size }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
        return `${Math.round(size.width)} × ${Math.round(size.height)}: ${element.tagName} «${name}» ${element.className.toString().slice(0, 60)}`;
      });
  }, least);

/** Font sizes of the design in pixels: notes, text, fields on touch screens, sections, titles and figures. */
const SCALE = [12, 14, 16, 18, 24];
/** Font sizes of a balance, the largest figure of a page, on phones and on larger screens. They do not count towards the maximum. */
const BALANCE = [28, 32];

/** Maximum number of font sizes per screen. */
const MAX_SIZES = 4;

/** Font sizes of a page that uses more than four. */
export const findExcessFontSizes = (page: Page) =>
  page.evaluate(
    ({ most, balance }) => {
      const found = new Map<number, string>();
      for (const element of document.body.querySelectorAll('*')) {
        const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.nodeValue?.trim());
        // Screen-reader-only text has a box of one pixel.
        if (!text || element.getBoundingClientRect().width < 2) continue;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const size = Number.parseFloat(getComputedStyle(element).fontSize);
        if (balance.includes(size)) continue;
        found.set(size, `${size} px: «${text.nodeValue?.trim().slice(0, 30)}»`);
      }
      return found.size > most ? [`More than ${most} sizes of text: ${[...found.values()].join(', ')}`] : [];
    },
    { most: MAX_SIZES, balance: BALANCE },
  );

/** Texts in a font size outside the scale of the design. */
export const findOffScaleFontSizes = (page: Page) =>
  page.evaluate(
    (scale) => {
      const odd = new Map<string, string>();
      for (const element of document.body.querySelectorAll('*')) {
        const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.nodeValue?.trim());
        if (!text || !element.checkVisibility({ visibilityProperty: true })) continue;
        const size = Number.parseFloat(getComputedStyle(element).fontSize);
        if (!scale.includes(size))
          odd.set(`${size} px`, `«${text.nodeValue?.trim().slice(0, 30)}» ${element.className}`);
      }
      return [...odd].map(([size, where]) => `${size}: ${where}`);
    },
    [...SCALE, ...BALANCE],
  );

/** Layout shifts below this score are invisible. Unit: impact fraction times distance fraction, as in CLS. */
const UNSEEN = 0.0005;

type Moved = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Moved[] };

/** Records layout shifts without recent input from this call on. Returns a function that reads them. */
export async function observeShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((unseen) => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const at = ({ x, y }: DOMRect) => `${Math.round(x)}, ${Math.round(y)}`;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput && value >= unseen)
          for (const { node, previousRect, currentRect } of sources)
            shifts.push(
              `«${node?.textContent?.slice(0, 60)}» moved from ${at(previousRect)} to ${at(currentRect)}`,
            );
    }).observe({ type: 'layout-shift', buffered: true });
  }, UNSEEN);
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

/**
 * Delivers API responses one at a time and renders each before the next. Uses the DevTools protocol, because Playwright's
 * routes disable the HTTP cache.
 */
export async function respondInTurn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  let before = Promise.resolve();
  const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  devtools.on('Fetch.requestPaused', ({ requestId }) => {
    const respond = async () => {
      await devtools.send('Fetch.continueRequest', { requestId });
      await page.evaluate(twoFrames);
    };
    // The page may have been closed meanwhile.
    before = before.then(respond).catch(() => undefined);
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*', requestStage: 'Response' }] });
}
