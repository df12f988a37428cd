import type { Page } from '@playwright/test';

/** Pixels that a finger and a mouse need, both ways. */
const FINGER = 44;
export const MOUSE = 32;

/** Buttons, links and fields that are smaller than what they are pressed with; a link within a line of text is as high as the line. */
export const smallTargets = (page: Page, least = FINGER) =>
  page.evaluate((least) => {
    const pressed =
      'button, a[href], [role="button"], [role="menuitem"], [role="tab"], [role="switch"], input, select, textarea';
    /** Elements pressed together with it. */
    const whole = (element: Element) =>
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
    const grown = (element: Element) => {
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
    return [...document.querySelectorAll(pressed)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !element.closest('[aria-hidden="true"]') && element.textContent !== 'К содержанию')
      .filter((element) => !inLine(element))
      .map((element) => ({ element, size: grown(whole(element)) }))
      .filter(({ size: { width, height } }) => width > 1 && height > 1)
      .filter(({ size: { width, height } }) => height < least - 0.5 || width < least - 0.5)
      .map(({ element, size }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
        return `${Math.round(size.width)} × ${Math.round(size.height)}: ${element.tagName} «${name}» ${element.className.toString().slice(0, 60)}`;
      });
  }, least);
