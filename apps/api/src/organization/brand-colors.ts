import type { BrandColors } from '@referral-dashboard/api-contract';

const SURFACES = { light: '#ffffff', dark: '#151e21' };
/** Canvas behind the sheet: a little darker than white, a little darker than the dark surface. */
const CANVAS = '#f6f9fa';
/** Text of normal size, WCAG 2.2, 1.4.3. */
const AA = 4.5;

type Channels = [number, number, number];

const channelsOf = (color: string): Channels => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
const colorOf = (channels: Channels) =>
  `#${channels.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance. Source: WCAG 2.2, definition. */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** A colour taken a step at a time towards another, until it can be read on every one of some surfaces. */
function readable(color: string, towards: string, surfaces: readonly string[]): string {
  const [from, to] = [channelsOf(color), channelsOf(towards)];
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = colorOf(from.map((channel, at) => channel + ((to[at] ?? 0) - channel) * share) as Channels);
    if (surfaces.every((surface) => contrast(mixed, surface) >= AA)) return mixed;
  }
  return towards;
}

/** Colours of a public page made of the one that was chosen: its text can be read whatever that is. `null`: the usual ones. */
export function brandColors(color: string): BrandColors | null {
  if (color === '') return null;
  const ink = contrast('#ffffff', color) >= AA ? '#ffffff' : '#000000';
  return {
    fill: color,
    ink,
    // A fill under the pointer goes away from its text.
    hover: readableFill(color, ink),
    link_light: readable(color, '#000000', [SURFACES.light, CANVAS]),
    link_dark: readable(color, '#ffffff', [SURFACES.dark]),
  };
}

function readableFill(color: string, ink: string): string {
  const away = channelsOf(ink === '#ffffff' ? '#000000' : '#ffffff');
  return colorOf(channelsOf(color).map((one, at) => one + ((away[at] ?? 0) - one) * 0.15) as Channels);
}
