import type { ListName, RouteContract } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import type { Noun } from '../format/count.ts';
import type { Dates } from '../format/date.ts';

export type ListItem = { readonly id: string };

/** Table column. The first column names the row, links to it and cannot be hidden. */
export type Column<Item> = {
  name: string;
  label: string;
  /** @param hiddenColumns Names of columns that do not fit. A cell may show their data in its second line. */
  cell: (item: Item, dates: Dates, hiddenColumns: ReadonlySet<string>) => ReactNode;
  /** Ordering parameter of the API. Without it, the column is not sortable. */
  ordering?: string;
  /** Aligns the column to the right, for money and counts. */
  isNumeric?: boolean;
  /** Columns with a higher number are hidden first when the table is narrow. Defaults to 2. */
  priority?: 1 | 2 | 3 | 4;
  /** Hidden by default. */
  isOptional?: boolean;
  /** Holds names or sentences, which wrap: it takes spare width before the columns of numbers, dates and statuses. */
  isFlexible?: boolean;
  /** Minimum width in rem. Defaults to 8. Ignored for the first column. */
  width?: number;
};

export type Option = { readonly value: string; readonly label: string };

/** Filter definition. Names are query parameters of the API. */
export type Filter =
  | { kind: 'choice'; name: string; label: string; options: readonly Option[] }
  | {
      kind: 'reference';
      name: string;
      label: string;
      /** Hook that searches for options. */
      useOptions: (search: string) => readonly Option[];
      /** Hook that returns the label of a selected option, or its id until the label is loaded. */
      useName: (id: string) => string;
    }
  | { kind: 'period'; name: string; label: string; from: string; to: string }
  /** One day, not in the future. */
  | { kind: 'day'; name: string; label: string; description: string };

/** Date range filter with the API parameters `<name>_from` and `<name>_to`. */
export const periodFilter = (name: string, label: string): Filter => ({
  kind: 'period',
  name,
  label,
  from: `${name}_from`,
  to: `${name}_to`,
});

/** Tab for a group of states, with a count. A «Все» tab is added before the others. */
export type Tab = {
  label: string;
  states: readonly string[];
  /** Message for an empty tab without active filters. */
  empty: string;
};

/** Content of a row on a narrow screen. */
export type Card = {
  title: ReactNode;
  figure?: ReactNode;
  note?: ReactNode;
  status: ReactNode;
  time?: ReactNode;
};

/** Empty state of a list. `action` is shown after the actions of the list, `hasMotif` draws people connected by referrals. */
export type EmptyState = { title: string; advice: string; action?: ReactNode; hasMotif?: boolean };

/** Configuration of a list. Create one per role when columns or filters differ. */
export type ListDefinition<Item extends ListItem> = {
  /** Key of the saved views, and of the column settings in local storage. */
  name: ListName;
  noun: Noun;
  /** Route that returns a page of rows; `counts` returns the number of rows by state. Without it, the list shows no totals. */
  page: RouteContract;
  counts?: RouteContract;
  /** Route that streams the list as a file. Without it, there is no «Экспорт» button. */
  export?: RouteContract;
  /** Exports of related lists with the same filters. Their labels begin with «Экспорт». */
  otherExports?: readonly { route: RouteContract; name: string; label: string }[];
  /** Label of the total amount, for lists whose counts include sums. */
  totalLabel?: string;
  /** Empty when rows have no states. */
  tabs: readonly Tab[];
  /** States of the tab on which the list opens: those that need an action. Without it, the list opens on all rows. */
  openingStates?: readonly string[];
  columns: readonly Column<Item>[];
  filters: readonly Filter[];
  /** Searchable fields, shown as the placeholder: «Имя, телефон или номер». */
  search: string;
  card: (item: Item, dates: Dates) => Card;
  /** Set when most cards have four lines: all cards and their skeleton then get the same height. */
  hasTallCards?: boolean;
  /** Row name for screen readers. */
  label: (item: Item) => string;
  /** URL of a row. Without it, the row opens in the side panel. */
  href?: (item: Item) => string;
  emptyState: EmptyState;
};
