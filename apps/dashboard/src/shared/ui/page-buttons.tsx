import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from './icons.ts';

type PageButtonsProps = {
  /** Cursors of the adjacent pages; `null` if there is no page. */
  previous: string | null;
  next: string | null;
  /** Requests the page at a cursor. `step` is -1 for the previous page, 1 for the next. */
  onPageChange: (cursor: string, step: -1 | 1) => void;
  hasArrows?: boolean;
};

const ARROW = { size: 16, stroke: 1.75, 'aria-hidden': true };

/** Previous and next buttons. There are no page numbers, because the API uses cursors. */
export function PageButtons({ previous, next, onPageChange, hasArrows = false }: PageButtonsProps) {
  const buttonProps = (cursor: string | null, step: -1 | 1) => ({
    variant: 'default',
    disabled: cursor === null,
    onClick: () => cursor !== null && onPageChange(cursor, step),
  });
  return (
    <>
      <Button leftSection={hasArrows && <IconChevronLeft {...ARROW} />} {...buttonProps(previous, -1)}>
        Назад
      </Button>
      <Button rightSection={hasArrows && <IconChevronRight {...ARROW} />} {...buttonProps(next, 1)}>
        Вперед
      </Button>
    </>
  );
}
