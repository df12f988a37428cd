import { expect, test } from 'vitest';
import { brandColors, contrast } from './brand-colors.ts';

const STEPS = ['00', '33', '66', '77', '99', 'cc', 'ff'];
const ALL = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)));

test('computes the contrast of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('makes buttons and links readable in both themes for every colour', () => {
  for (const color of ALL) {
    const colors = brandColors(color);
    if (colors === null) throw new Error('The colour has no brand colours.');
    expect(contrast(colors.ink, colors.fill), color).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.ink, colors.hover), color).toBeGreaterThanOrEqual(4.5);
    for (const surface of ['#ffffff', '#f6f9fa'])
      expect(contrast(colors.link_light, surface), color).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.link_dark, '#151e21'), color).toBeGreaterThanOrEqual(4.5);
  }
});

test('keeps a readable colour and returns null without a colour', () => {
  expect(brandColors('#07747e')).toMatchObject({ fill: '#07747e', ink: '#ffffff', link_light: '#07747e' });
  expect(brandColors('')).toBeNull();
});
