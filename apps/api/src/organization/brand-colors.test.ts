import { expect, test } from 'vitest';
import { brandColors, contrast } from './brand-colors.ts';

const STEPS = ['00', '33', '66', '77', '99', 'cc', 'ff'];
const ALL = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)));

test('contrast is that of the guidelines', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('whatever colour is chosen, a button and a link can be read in both themes', () => {
  for (const color of ALL) {
    const made = brandColors(color);
    if (made === null) throw new Error('no colours');
    expect(contrast(made.ink, made.fill), color).toBeGreaterThanOrEqual(4.5);
    expect(contrast(made.ink, made.hover), color).toBeGreaterThanOrEqual(4.5);
    for (const surface of ['#ffffff', '#f6f9fa'])
      expect(contrast(made.link_light, surface), color).toBeGreaterThanOrEqual(4.5);
    expect(contrast(made.link_dark, '#151e21'), color).toBeGreaterThanOrEqual(4.5);
  }
});

test('a colour that can be read is left as it was chosen, and none is none', () => {
  expect(brandColors('#07747e')).toMatchObject({ fill: '#07747e', ink: '#ffffff', link_light: '#07747e' });
  expect(brandColors('')).toBeNull();
});
