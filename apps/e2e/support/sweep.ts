import type { Theme } from './axe.ts';

const { LONG = '' } = process.env;

/**
 * Predicate: the stories of `long/` and the tests tagged `@long` are told too, and whatever is looked at is looked at on every width and
 * in both themes. In the test command a sixth of the pages, states and dialogs is looked at, each once, and the next one on another
 * width or in another theme.
 */
export const isLong = LONG !== '';

/** Those of a list that are looked at: all, or in the test command every sixth. */
export const shown = <Each>(all: readonly Each[]): readonly Each[] =>
  isLong ? all : all.filter((_, index) => index % 6 === 0);

const ways = [
  { width: 1440, theme: 'light' },
  { width: 360, theme: 'dark' },
  { width: 1440, theme: 'dark' },
  { width: 360, theme: 'light' },
] as const satisfies readonly { width: number; theme: Theme }[];

/** Width and theme of the short form for what has this number. */
export const wayOf = (index: number) => ways[index % ways.length] ?? ways[0];
