import { Scroller, type ScrollerProps } from '@mantine/core';

/** Tabs that go on past the edge of a narrow screen. */
export const TabScroller = (props: ScrollerProps) => (
  <Scroller
    startControlProps={{ 'aria-label': 'Прокрутить влево' }}
    endControlProps={{ 'aria-label': 'Прокрутить вправо' }}
    edgeGradientColor="var(--app-canvas)"
    {...props}
  />
);

/** A `ref` for the tab that is open: it is brought to the middle of its scroller, the page stays where it is. */
export function intoView(tab: HTMLElement | null) {
  const scroller = tab?.closest('.mantine-Scroller-container, nav');
  if (!tab || !scroller) return;
  const middle = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  scroller.scrollLeft += middle(tab) - middle(scroller);
}
