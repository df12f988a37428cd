import { createTheme, rem } from '@mantine/core';
import { colors } from './colors.ts';
import { components } from './components.ts';

/** White surfaces on a cool background, one accent color, shadows only on floating elements. */
export const theme = createTheme({
  colors,
  components,
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  black: '#162125',
  white: '#fff',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    '"Segoe UI Variable Text","Segoe UI",-apple-system,BlinkMacSystemFont,Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif',
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(16), lg: rem(18), xl: rem(24) },
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: rem(24), lineHeight: '1.333' },
      h2: { fontSize: rem(18), lineHeight: '1.45' },
      h3: { fontSize: rem(16), lineHeight: '1.5' },
      h4: { fontSize: rem(14), lineHeight: '1.45' },
    },
  },
  shadows: {
    xs: 'none',
    sm: '0 1px 2px #16212514, 0 4px 12px #1621251a',
    md: '0 8px 24px #1621251f',
    lg: '0 16px 48px #16212529',
  },
});
