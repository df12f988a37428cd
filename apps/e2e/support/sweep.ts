import type { Theme } from './axe.ts';

const { LONG = '' } = process.env;

/**
 * True when the tests check every page, state and dialog at every width and in both themes. By default they check one sixth, with
 * alternating widths and themes.
 */
export const isLong = LONG !== '';

/** Items of a list that are checked in this run. */
export const sample = <Each>(all: readonly Each[]): readonly Each[] =>
  isLong ? all : all.filter((_, index) => index % 6 === 0);

const variants = [
  { width: 1440, theme: 'light' },
  { width: 360, theme: 'dark' },
  { width: 1440, theme: 'dark' },
  { width: 360, theme: 'light' },
] as const satisfies readonly { width: number; theme: Theme }[];

/** Width and theme of the item at this index in the default run. */
export const getVariant = (index: number) => variants[index % variants.length] ?? variants[0];
