import { Tooltip } from '@mantine/core';
import { type PointerEvent, type ReactNode, useEffect, useState } from 'react';

/** Delay of the tooltip, in milliseconds. */
const DELAY_MS = 300;

/**
 * A tooltip that is mounted on the first hover, because a table page has hundreds of them.
 *
 * @returns `target`: props of the element; `tooltip`: a child of the element.
 */
export function useTooltip(label: ReactNode): {
  target: {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
    onPointerLeave: (event: PointerEvent) => void;
  };
  tooltip: ReactNode;
} {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isHovered, setHovered] = useState(false);
  return {
    target: {
      onPointerEnter({ currentTarget }) {
        setElement(currentTarget);
        setHovered(true);
      },
      // On touch screens `pointerleave` fires immediately after the touch.
      onPointerLeave: ({ pointerType }) => pointerType !== 'touch' && setHovered(false),
    },
    tooltip: element && <DelayedTooltip element={element} isHovered={isHovered} label={label} />,
  };
}

type DelayedTooltipProps = { element: HTMLElement; isHovered: boolean; label: ReactNode };

function DelayedTooltip({ element, isHovered, label }: DelayedTooltipProps) {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    if (!isHovered) return;
    const timer = setTimeout(() => setVisible(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isHovered]);
  // Once mounted, the tooltip handles pointer events itself.
  return (
    isVisible && (
      <Tooltip
        target={element}
        label={label}
        defaultOpened
        events={{ hover: true, focus: false, touch: true }}
        openDelay={DELAY_MS}
        multiline
        maw={280}
      />
    )
  );
}
