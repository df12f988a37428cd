import type { Theme } from './axe.ts';

const { LONG = '' } = process.env;

/**
 * True when sweeps check every page, state and dialog at every width and in both themes. By default they check a sixth of
 * them, each at one width and in one theme, which alternate.
 */
export const isLong = LONG !== '';

/** The items of a list that a sweep checks. */
export const sample = <Each>(all: readonly Each[]): readonly Each[] =>
  isLong ? all : all.filter((_, index) => index % 6 === 0);

const variants = [
  { width: 1440, theme: 'light' },
  { width: 360, theme: 'dark' },
  { width: 1440, theme: 'dark' },
  { width: 360, theme: 'light' },
] as const satisfies readonly { width: number; theme: Theme }[];

/** Width and theme of the default run for the item at this index. */
export const variantOf = (index: number) => variants[index % variants.length] ?? variants[0];
