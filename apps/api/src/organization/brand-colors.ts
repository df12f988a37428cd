import type { BrandColors } from '@referral-dashboard/api-contract';

const SURFACES = { light: '#ffffff', dark: '#151e21' };
/** Background of the page around the content in the light theme. */
const CANVAS = '#f6f9fa';
/** Minimum contrast of normal text. Source: WCAG 2.2, 1.4.3. */
const AA = 4.5;

type Channels = [number, number, number];

const parseChannels = (color: string): Channels => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
const formatColor = (channels: Channels) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance of a colour. Source: WCAG 2.2, definition. */
function luminance(color: string): number {
  const [red, green, blue] = parseChannels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes a colour with another one in small steps until it is readable on all surfaces. */
function readable(color: string, towards: string, surfaces: readonly string[]): string {
  const [from, to] = [parseChannels(color), parseChannels(towards)];
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = formatColor(
      from.map((channel, index) => channel + ((to[index] ?? 0) - channel) * share) as Channels,
    );
    if (surfaces.every((surface) => contrast(mixed, surface) >= AA)) return mixed;
  }
  return towards;
}

/** Returns the colours of a public page for a brand colour. Their text is always readable. Null without a brand colour: the default colours. */
export function brandColors(color: string): BrandColors | null {
  if (color === '') return null;
  const ink = contrast('#ffffff', color) >= AA ? '#ffffff' : '#000000';
  return {
    fill: color,
    ink,
    // Darker under white text and lighter under black text, so that the contrast increases.
    hover: readableFill(color, ink),
    link_light: readable(color, '#000000', [SURFACES.light, CANVAS]),
    link_dark: readable(color, '#ffffff', [SURFACES.dark]),
  };
}

function readableFill(color: string, ink: string): string {
  const target = parseChannels(ink === '#ffffff' ? '#000000' : '#ffffff');
  return formatColor(
    parseChannels(color).map(
      (channel, index) => channel + ((target[index] ?? 0) - channel) * 0.15,
    ) as Channels,
  );
}
