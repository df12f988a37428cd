import { expect, test } from 'vitest';
import { placeNodes } from './node-places.ts';

const size = { width: 480, height: 280 };

test('every node is inside the picture, and the largest value has the largest node', () => {
  for (const count of [1, 2, 5, 12]) {
    const nodes = placeNodes(
      Array.from({ length: count }, (_, index) => index),
      size,
    );
    expect(nodes).toHaveLength(count);
    for (const { x, y, radius } of nodes) {
      expect(Math.min(x - radius, y - radius)).toBeGreaterThanOrEqual(0);
      expect(x + radius).toBeLessThanOrEqual(size.width);
      expect(y + radius).toBeLessThanOrEqual(size.height);
    }
    const radii = nodes.map(({ radius }) => radius);
    expect(radii).toEqual(radii.toSorted((one, other) => one - other));
  }
});

test('the nodes of twelve partners do not overlap', () => {
  const nodes = placeNodes(
    Array.from({ length: 12 }, () => 5),
    size,
  );
  for (const [index, node] of nodes.entries())
    for (const other of nodes.slice(index + 1))
      expect(Math.hypot(node.x - other.x, node.y - other.y)).toBeGreaterThan(node.radius + other.radius);
});

test('nodes without deals keep the smallest size', () => {
  expect(placeNodes([0, 0], size).map(({ radius }) => radius)).toEqual([7, 7]);
});
