import { Scroller, type ScrollerProps } from '@mantine/core';

type SideScrollerProps = ScrollerProps & {
  /** Background color. Overflowing content fades into it. */
  background?: string;
};

const CONTAINER = 'data-side-scroller';

/** Horizontal scroller. Arrows appear when the content overflows. */
export const SideScroller = ({ background = 'var(--app-canvas)', ...props }: SideScrollerProps) => (
  <Scroller
    startControlProps={{ 'aria-label': 'Прокрутить влево' }}
    endControlProps={{ 'aria-label': 'Прокрутить вправо' }}
    edgeGradientColor={background}
    controlSize={44}
    // Above content with a `z-index`, e.g. a segmented control.
    styles={{ control: { zIndex: 3 } }}
    attributes={{ container: { [CONTAINER]: true } }}
    {...props}
  />
);

/** Makes the surrounding scroller check for overflow again, because it does not observe the size of its content. */
export const updateScroller = (within: Element | null) =>
  within?.closest(`[${CONTAINER}]`)?.dispatchEvent(new Event('scroll'));

/** Ref callback that scrolls the active tab to the middle of its scroller, without scrolling the page. */
export function scrollTabIntoView(tab: HTMLElement | null) {
  const scroller = tab?.closest(`[${CONTAINER}]`);
  if (!tab || !scroller) return;
  const middle = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  // In an animation frame, the measurement causes no extra layout and runs before paint.
  const frame = requestAnimationFrame(() => {
    scroller.scrollLeft += middle(tab) - middle(scroller);
  });
  return () => cancelAnimationFrame(frame);
}
