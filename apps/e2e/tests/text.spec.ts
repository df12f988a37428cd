import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { views } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

/** What a person reads or hears that is written in Latin letters. */
const allowed = /\b(anna@example\.com|support@example\.com|QR|SMS|erid|2VtzqxKfAb|Enter|Esc)\b/g;

/** All text of a page: what is seen, and what is only told to a screen reader. */
const textOf = (page: Page) =>
  page.evaluate(() => {
    const named = [
      ...document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-description]'),
      // A growing field measures itself with one that is neither seen nor told.
    ].filter((element) => element.ariaHidden !== 'true');
    const attributes = [
      'aria-label',
      'title',
      'placeholder',
      'alt',
      'aria-description',
      'aria-roledescription',
    ];
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const element of body.querySelectorAll('style, script, noscript')) element.remove();
    return [
      document.title,
      body.textContent,
      ...named.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? '')),
    ].join('\n');
  });

for (const { name, open } of views) {
  test(`${name} is in Russian, without a hole where a value should be`, async ({
    page,
    context,
    server,
    watch,
  }) => {
    watch.expect(lostConnection);
    await open({ page, context, server });
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    const text = await textOf(page);
    expect(text).toMatch(/[А-Яа-я]/);
    expect(text.replace(allowed, '').match(/[A-Za-z][\w'-]*/g) ?? []).toEqual([]);
    expect(text, 'the letter ё and exclamation marks are not used').not.toMatch(/[ёЁ!]/);
  });
}
