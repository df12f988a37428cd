import { Scroller, type ScrollerProps } from '@mantine/core';

type SideScrollerProps = ScrollerProps & {
  /** Colour it stands on: what goes on past the edge fades into it. */
  ground?: string;
};

/** A strip that goes on past the edge of a narrow screen, with an arrow that says so. */
export const SideScroller = ({ ground = 'var(--app-canvas)', ...props }: SideScrollerProps) => (
  <Scroller
    startControlProps={{ 'aria-label': 'Прокрутить влево' }}
    endControlProps={{ 'aria-label': 'Прокрутить вправо' }}
    edgeGradientColor={ground}
    controlSize={44}
    // Above what has layers of its own, as a segmented control.
    styles={{ control: { zIndex: 3 } }}
    {...props}
  />
);

/** Makes the scroller around an element look again where it goes on past its edge: of its content's size it hears nothing. */
export const lookAgain = (within: Element | null) =>
  within?.closest('.mantine-Scroller-container')?.dispatchEvent(new Event('scroll'));

/** A `ref` for the tab that is open: it is brought to the middle of its scroller, the page stays where it is. */
export function intoView(tab: HTMLElement | null) {
  const scroller = tab?.closest('.mantine-Scroller-container');
  if (!tab || !scroller) return;
  const middle = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  // Measured when the page is laid out anyway: still before it is painted.
  const frame = requestAnimationFrame(() => {
    scroller.scrollLeft += middle(tab) - middle(scroller);
  });
  return () => cancelAnimationFrame(frame);
}
