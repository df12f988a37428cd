import { Tooltip } from '@mantine/core';
import { type PointerEvent, type ReactNode, useEffect, useState } from 'react';

/** Delay of the tooltip, in milliseconds. */
const DELAY = 300;

/**
 * A tooltip that is mounted on the first hover, because a table page has hundreds of them.
 *
 * @returns `target`: props of the element; `hint`: a child of the element.
 */
export function useHint(label: ReactNode): {
  target: {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
    onPointerLeave: (event: PointerEvent) => void;
  };
  hint: ReactNode;
} {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  return {
    target: {
      onPointerEnter({ currentTarget }) {
        setElement(currentTarget);
        setPointedAt(true);
      },
      // On touch screens `pointerleave` fires immediately after the touch.
      onPointerLeave: ({ pointerType }) => pointerType !== 'touch' && setPointedAt(false),
    },
    hint: element && <Hint element={element} isPointedAt={isPointedAt} label={label} />,
  };
}

type HintProps = { element: HTMLElement; isPointedAt: boolean; label: ReactNode };

function Hint({ element, isPointedAt, label }: HintProps) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isPointedAt) return;
    const timer = setTimeout(() => setDue(true), DELAY);
    return () => clearTimeout(timer);
  }, [isPointedAt]);
  // Once mounted, the tooltip handles pointer events itself.
  return (
    isDue && (
      <Tooltip
        target={element}
        label={label}
        defaultOpened
        events={{ hover: true, focus: false, touch: true }}
        openDelay={DELAY}
        multiline
        maw={280}
      />
    )
  );
}
