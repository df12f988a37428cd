import type { Page } from '@playwright/test';

/** Words that a person reads or hears in Latin letters. */
const allowed =
  /\b(anna@example\.com|support@example\.com|QR|SMS|PNG|JPEG|WebP|Telegram|WhatsApp|erid|2VtzqxKfAb|Enter|Esc|Ctrl|K)\b/g;

/** All text of a page: what is seen, what stands in its fields, and what is only told to a screen reader. */
export const textOf = (page: Page) =>
  page.evaluate(() => {
    const named = [
      ...document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-description]'),
    ].filter((element) => element.ariaHidden !== 'true');
    const attributes = [
      'aria-label',
      'title',
      'placeholder',
      'alt',
      'aria-description',
      'aria-roledescription',
    ];
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'textarea:not([aria-hidden="true"]), input:not([type="password"], [type="radio"], [type="checkbox"], [type="hidden"])',
    );
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const element of body.querySelectorAll('style, script, noscript')) element.remove();
    return [
      document.title,
      body.textContent,
      ...[...fields].map(({ value }) => value),
      ...named.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? '')),
    ].join('\n');
  });

/** Words in Latin letters that are not known to belong there. */
export const latinWords = (text: string): string[] =>
  text.replace(allowed, '').match(/[A-Za-z][\w'-]*/g) ?? [];

/** Texts in the place of a value, and letters and signs that are not used. */
export const holes = (text: string): string[] =>
  text.match(/undefined|NaN|\bnull\b|\[object|Invalid Date|[ёЁ!]/g) ?? [];
