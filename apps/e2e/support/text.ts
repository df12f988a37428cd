import type { Page } from '@playwright/test';

/** Latin words that may appear on a page. */
const allowed =
  /\b(anna@example\.com|support@example\.com|QR|SMS|PNG|JPEG|WebP|Telegram|BotFather|newbot|AAH|okna_bot|WhatsApp|erid|2VtzqxKfAb|Enter|Esc|Ctrl|K)\b/g;

/** All text of a page: visible text, field values, and screen reader text. Bodies of requests are data of programs. */
export const readText = (page: Page) =>
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
    for (const element of body.querySelectorAll('style, script, noscript, pre')) element.remove();
    return [
      document.title,
      body.textContent,
      ...[...fields].map(({ value }) => value),
      ...named.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? '')),
    ].join('\n');
  });

/** Latin words that are not allowed on a page. */
export const findLatinWords = (text: string): string[] =>
  text.replace(allowed, '').match(/[A-Za-z][\w'-]*/g) ?? [];

/** Placeholders of missing values, and characters that are not used in texts. */
export const findHoles = (text: string): string[] =>
  text.match(/undefined|NaN|\bnull\b|\[object|Invalid Date|[ёЁ!]/g) ?? [];
