import type { Theme } from './axe.ts';

const { LONG = '' } = process.env;

/**
 * Predicate: sweeps look at every page, state and dialog at every width and in both themes. By default they look at a
 * sixth of them, each at one width and in one theme, which differ from one to the next.
 */
export const isLong = LONG !== '';

/** The part of a list that a sweep looks at. */
export const shown = <Each>(all: readonly Each[]): readonly Each[] =>
  isLong ? all : all.filter((_, index) => index % 6 === 0);

const ways = [
  { width: 1440, theme: 'light' },
  { width: 360, theme: 'dark' },
  { width: 1440, theme: 'dark' },
  { width: 360, theme: 'light' },
] as const satisfies readonly { width: number; theme: Theme }[];

/** Width and theme of the default run for the item at this index. */
export const wayOf = (index: number) => ways[index % ways.length] ?? ways[0];
