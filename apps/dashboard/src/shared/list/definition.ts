import type { ListName, RouteContract } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import type { Noun } from '../format/count.ts';

export type Listed = { readonly id: string };

/** A column of the table. The first one of a list names the row, is always there and is its link. */
export type Column<Item> = {
  name: string;
  label: string;
  /** @param absent names of the columns without room: others may say what matters of them in their second line. */
  cell: (item: Item, absent: ReadonlySet<string>) => ReactNode;
  /** The contract's word for ordering by it; left out: it cannot be sorted by. */
  ordering?: string;
  /** Money and counts stand at the right. */
  isFigure?: boolean;
  /** Order of leaving where there is little room: 4 before 3 before 2; 1 always stays. 2 when left out. */
  priority?: 1 | 2 | 3 | 4;
  /** Hidden until somebody chooses it. */
  isOptional?: boolean;
  /** The least it does with, in rem; 8 when left out. The first has its own. */
  width?: number;
};

export type Option = { readonly value: string; readonly label: string };

/** A filter, by the kind of its field. Names are the contract's parameters. */
export type Filter =
  | { kind: 'choice'; name: string; label: string; options: readonly Option[] }
  | {
      kind: 'reference';
      name: string;
      label: string;
      /** A hook: what the typed text finds. */
      useOptions: (search: string) => readonly Option[];
      /** A hook: the name of one that is chosen; its id until that is known. */
      useName: (id: string) => string;
    }
  | { kind: 'period'; name: string; label: string; from: string; to: string };

/** Days from and to as a filter, under the contract's names for both. */
export const periodFilter = (name: string, label: string): Filter => ({
  kind: 'period',
  name,
  label,
  from: `${name}_from`,
  to: `${name}_to`,
});

/** A tab: some of the states, counted. «Все» comes before them by itself. */
export type Tab = {
  label: string;
  states: readonly string[];
  /** Shown when it is empty and nothing else is filtered by. */
  empty: string;
};

/** A row where the screen is narrow. */
export type Card = {
  title: ReactNode;
  figure?: ReactNode;
  note?: ReactNode;
  status: ReactNode;
  when?: ReactNode;
};

/** Words of a list without any rows: the reason, and a way to the first one besides the list's own actions. */
export type Nothing = { title: string; advice: string; action?: ReactNode };

/** All that one list has of its own. `columns` and the rest may differ by role: make one for each. */
export type ListDefinition<Item extends Listed> = {
  /** Name under which the choice of columns and density is remembered, and views are kept. */
  name: ListName;
  noun: Noun;
  /** The call that answers a page of it, and the one that counts by state. */
  page: RouteContract;
  counts: RouteContract;
  /** The call that streams the whole of it as a file; left out: no «Экспорт». */
  export?: RouteContract;
  /** Label of the sum of all rows, for a list whose counts come with sums. */
  totalLabel?: string;
  /** Empty for a list without states. */
  tabs: readonly Tab[];
  columns: readonly Column<Item>[];
  filters: readonly Filter[];
  /** Fields that the search looks at: «Имя, телефон или номер». */
  search: string;
  card: (item: Item) => Card;
  /** Most of its cards take four lines: all of them, and their skeleton, have room for so many. */
  hasTallCards?: boolean;
  /** Name of a row for screen readers. */
  label: (item: Item) => string;
  /** Address of a row; left out: it opens in the panel. */
  href?: (item: Item) => string;
  nothing: Nothing;
};
