import type { CSSVariablesResolver } from '@mantine/core';
import { colors } from './colors.ts';

const hues = Object.keys(colors).filter((name) => name !== 'dark');

/** Tinted background and text color of statuses, alerts and selected rows, for every color. */
const tints = (background: (color: string) => string, text: number) =>
  Object.fromEntries(
    hues.flatMap((name) => {
      const color = `--mantine-color-${name}`;
      return [
        [`${color}-light`, background(color)],
        [`${color}-light-hover`, background(color)],
        [`${color}-light-color`, `var(${color}-${text})`],
      ];
    }),
  );

const mix = (color: string, percent: number) =>
  `color-mix(in srgb, var(${color}-5) ${percent}%, var(--mantine-color-dark-7))`;

/** Custom variables (`--app-…`) and overrides of Mantine variables whose default values have too little contrast. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--app-canvas': 'var(--mantine-color-gray-0)',
    '--app-line': 'var(--mantine-color-gray-3)',
    '--app-field-line': 'var(--mantine-color-gray-5)',
    '--app-selected': 'var(--mantine-color-petrol-0)',
    '--app-selected-text': 'var(--mantine-color-petrol-8)',
    '--app-hover': 'var(--mantine-color-gray-1)',
    '--app-focus': 'var(--mantine-color-petrol-7)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-success': 'var(--mantine-color-green-7)',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-7)',
    ...tints((color) => `var(${color}-1)`, 8),
  },
  dark: {
    '--app-canvas': 'var(--mantine-color-dark-8)',
    '--app-line': 'var(--mantine-color-dark-4)',
    '--app-field-line': 'var(--mantine-color-dark-3)',
    '--app-selected': mix('--mantine-color-petrol', 14),
    '--app-selected-text': 'var(--mantine-color-petrol-3)',
    '--app-hover': 'var(--mantine-color-dark-6)',
    '--app-focus': 'var(--mantine-color-petrol-4)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': 'var(--mantine-color-green-4)',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-4)',
    ...tints((color) => mix(color, 20), 3),
  },
});
