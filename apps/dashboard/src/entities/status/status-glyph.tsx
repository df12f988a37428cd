import type { ReactNode } from 'react';
import type { Shape } from './shapes.ts';

const GLYPHS: Record<Shape, ReactNode> = {
  ring: <circle cx="5" cy="5" r="4" />,
  half: (
    <>
      <circle cx="5" cy="5" r="4" />
      <path d="M5 1a4 4 0 0 0 0 8z" fill="currentColor" />
    </>
  ),
  clock: (
    <>
      <circle cx="5" cy="5" r="4" />
      <path d="M5 2.8V5l1.6 1" />
    </>
  ),
  disc: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  check: (
    <>
      <circle cx="5" cy="5" r="4" fill="currentColor" />
      <path d="m3.2 5.1 1.3 1.3 2.3-2.7" stroke="var(--mantine-color-body)" />
    </>
  ),
  cross: (
    <>
      <circle cx="5" cy="5" r="4" fill="currentColor" />
      <path d="m3.1 3.1 3.8 3.8m0-3.8-3.8 3.8" stroke="var(--mantine-color-body)" />
    </>
  ),
  dash: <path d="M1.5 5h7" strokeWidth="2" />,
};

export const StatusGlyph = ({ shape }: { shape: Shape }) => (
  <svg
    width="10"
    height="10"
    viewBox="0 0 10 10"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    data-shape={shape}
    aria-hidden="true"
    focusable="false"
  >
    {GLYPHS[shape]}
  </svg>
);
