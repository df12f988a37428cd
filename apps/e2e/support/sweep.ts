import type { Theme } from './axe.ts';

const { LONG = '' } = process.env;

/**
 * Predicate: whatever is looked at is looked at on every width and in both themes. In the test command each page, state and dialog
 * is looked at once, and the next one on another width or in another theme.
 */
export const isLong = LONG !== '';

const ways = [
  { width: 1440, theme: 'light' },
  { width: 360, theme: 'dark' },
  { width: 1440, theme: 'dark' },
  { width: 360, theme: 'light' },
] as const satisfies readonly { width: number; theme: Theme }[];

/** Width and theme of the short form for what has this number. */
export const wayOf = (index: number) => ways[index % ways.length] ?? ways[0];
