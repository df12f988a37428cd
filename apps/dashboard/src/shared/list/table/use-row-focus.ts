import { type RefCallback, useState } from 'react';

export type RowFocus = {
  /** Ref of the link of a row. */
  register: (id: string) => RefCallback<HTMLElement>;
  /** Focuses the link of a row, if it is rendered. */
  focus: (id: string) => void;
  /** Focuses the first link of the page. */
  focusFirst: () => void;
};

const isBefore = (link: Node, other: Node) =>
  Boolean(link.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

function createRowFocus(): RowFocus {
  const links = new Map<string, HTMLElement>();
  return {
    register: (id) => (link) => {
      if (link === null) return;
      links.set(id, link);
      return () => {
        // Another link may have been registered for the row, e.g. by a card of another column.
        if (links.get(id) === link) links.delete(id);
      };
    },
    focus: (id) => links.get(id)?.focus(),
    focusFirst: () =>
      [...links.values()]
        .reduce<HTMLElement | null>((first, link) => (first && isBefore(first, link) ? first : link), null)
        ?.focus(),
  };
}

/** Moves the focus to the rows of a list. */
export const useRowFocus = () => useState(createRowFocus)[0];
