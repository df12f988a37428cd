import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from './icons.ts';

type PageButtonsProps = {
  /** Cursors of the neighbours; `null` at an end. */
  previous: string | null;
  next: string | null;
  /** Asks for the page behind a cursor, one step back or on. */
  onTurn: (cursor: string, step: -1 | 1) => void;
  hasArrows?: boolean;
};

const ARROW = { size: 16, stroke: 1.75, 'aria-hidden': true };

/** Ways to the pages before and after: the API knows cursors, not page numbers. */
export function PageButtons({ previous, next, onTurn, hasArrows = false }: PageButtonsProps) {
  const turn = (cursor: string | null, step: -1 | 1) => ({
    variant: 'default',
    disabled: cursor === null,
    onClick: () => cursor !== null && onTurn(cursor, step),
  });
  return (
    <>
      <Button leftSection={hasArrows && <IconChevronLeft {...ARROW} />} {...turn(previous, -1)}>
        Назад
      </Button>
      <Button rightSection={hasArrows && <IconChevronRight {...ARROW} />} {...turn(next, 1)}>
        Вперед
      </Button>
    </>
  );
}
