const MIN_RADIUS = 7;
const MAX_RADIUS = 20;
/** Distance of the largest node from the edge. */
const MARGIN = 4;

type Size = { width: number; height: number };

/** Places of nodes on an ellipse, clockwise from the top. The area of a node grows with its value. */
export function placeNodes(values: readonly number[], { width, height }: Size) {
  const maxValue = Math.max(1, ...values);
  const inset = MAX_RADIUS + MARGIN;
  return values.map((value, index) => {
    const angle = (index / values.length) * 2 * Math.PI - Math.PI / 2;
    return {
      x: Math.round(width / 2 + Math.cos(angle) * (width / 2 - inset)),
      y: Math.round(height / 2 + Math.sin(angle) * (height / 2 - inset)),
      radius: Math.round(MIN_RADIUS + (MAX_RADIUS - MIN_RADIUS) * Math.sqrt(value / maxValue)),
    };
  });
}
