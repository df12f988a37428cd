import { Tooltip } from '@mantine/core';
import { type PointerEvent, type ReactNode, useEffect, useState } from 'react';

/** Time, in milliseconds, that an element is pointed at before it is told of. */
const DELAY = 300;

/**
 * A tooltip that is made when its element is pointed at for the first time: a page of rows has hundreds of such elements.
 *
 * @returns props of the element, and what stands inside it.
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
      // A finger leaves at once what it has pointed at.
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
  // From then on it hears by itself where the pointer is.
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
