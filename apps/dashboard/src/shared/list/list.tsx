import { VisuallyHidden } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { formatCount, formatNumber } from '../format/count.ts';
import { Page } from '../ui/page/page.tsx';
import { usePageHandle } from '../ui/page/page-handle.ts';
import { useIsNarrow } from '../ui/viewport/use-viewport.ts';
import { parseQuery } from './address.ts';
import type { ListDefinition, ListItem } from './definition.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { FilterChips } from './filters/filter-chips.tsx';
import { FilterMenu, loadFilterFields } from './filters/filter-menu.tsx';
import { ListSearch } from './filters/list-search.tsx';
import classes from './list.module.css';
import { ListBody } from './list-body.tsx';
import { ListEmpty } from './list-empty.tsx';
import { ListTabs } from './list-tabs.tsx';
import { HasOtherMainActionContext } from './panel/main-button.tsx';
import { Panel } from './panel/panel.tsx';
import { PrintHeader } from './print/print-header.tsx';
import type { BulkProps } from './selection/selection-bar.tsx';
import { ViewMenu } from './table/view-menu.tsx';
import { useAddress } from './use-address.ts';
import { type ListModel, useList } from './use-list.ts';
import { type ViewOption, ViewSwitch } from './view-switch.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

type ListProps<Item extends ListItem> = {
  definition: ListDefinition<Item>;
  /** Replaces the route title. */
  subject?: string;
  /** Buttons next to the heading, or in the empty state. Use at most one filled button. */
  actions?: ReactNode;
  /** Shown between the heading and the tabs. */
  header?: ReactNode;
  /** Content of the side panel. `item` is undefined when the open row is not on this page. */
  panel?: ComponentType<{ id: string; item: Item | undefined }>;
  /** Called after the rows load, e.g. to preload the code of the side panel. */
  onRows?: () => unknown;
  /** A `SelectionBar` with bulk actions. Without it, rows have no checkboxes. */
  bulk?: ComponentType<BulkProps>;
  /** Board view, as an alternative to the table. */
  board?: ComponentType<{ list: ListModel<Item> }>;
  /** Views of the page, to switch between them. */
  views?: readonly ViewOption[];
};

/** List screen. All of its state is in the URL. */
export function List<Item extends ListItem>({
  definition,
  subject,
  actions,
  header,
  panel: PanelContent,
  onRows,
  bulk: Bulk,
  board: Board,
  views,
}: ListProps<Item>) {
  const isNarrow = useIsNarrow();
  const { get } = useAddress();
  const isBoard = Board !== undefined && get('view') === 'board';
  const list = useList(definition, Bulk !== undefined, !isBoard);
  const { title } = usePageHandle();
  const { openId, selection, address, total, isMore, isBlank } = list;
  const isLoaded = isBoard ? total !== undefined : list.page.isSuccess;
  const hasFilters = definition.filters.length > 0;
  const loadNext = useEffectEvent(() => {
    // A failed preload is retried when the filters open.
    if (hasFilters) loadFilterFields().catch(() => undefined);
    onRows?.();
  });
  useEffect(() => void (isLoaded && loadNext()), [isLoaded]);
  const isFailed = list.page.isError && list.items.length === 0;
  const isOpen = PanelContent !== undefined && openId !== null;
  // Next to a title that names the list, a number is enough. The noun is added on a phone, where the title is in the top bar, and below a
  // title that names the page and not the list.
  const hasNoun = isNarrow || header !== undefined;
  const hasActions = definition.export !== undefined || Boolean(actions);
  const count =
    total !== undefined &&
    (hasNoun ? formatCount(total, definition.noun, isMore) : formatNumber(total, isMore));
  return (
    <Page
      width="list"
      {...(subject !== undefined && { subject })}
      aside={isBlank || definition.counts === undefined ? undefined : count}
      actions={
        !isBlank &&
        hasActions && (
          <>
            {definition.export && (
              <ExportMenu
                route={definition.export}
                query={parseQuery(definition.export, address.params)}
                name={definition.name}
                isLabelShown={definition.otherExports !== undefined}
              />
            )}
            {definition.otherExports?.map(({ route, ...other }) => (
              <ExportMenu
                key={other.name}
                route={route}
                query={parseQuery(route, address.params)}
                isLabelShown
                {...other}
              />
            ))}
            <HasOtherMainActionContext value={isOpen || selection.count > 0 || isFailed}>
              {actions}
            </HasOtherMainActionContext>
          </>
        )
      }
    >
      <PrintHeader list={list} />
      {header}
      <div className={classes['list']} data-paper="wide">
        {!isBlank && definition.tabs.length > 0 && <ListTabs list={list} />}
        {(!isBlank || views !== undefined) && (
          <div className={classes['toolbar']} data-screen-only>
            {!isBlank && (
              <>
                <div className={classes['search']}>
                  <ListSearch
                    address={address}
                    searchedFields={definition.search}
                    onLeave={list.rowFocus.focusFirst}
                  />
                </div>
                {hasFilters && <FilterMenu list={list} />}
                <div className={classes['chips']}>
                  <FilterChips list={list} />
                </div>
              </>
            )}
            <div className={classes['end']}>
              {!isBlank && <ViewsMenu list={list} />}
              {!isBlank && !isBoard && !isNarrow && <ViewMenu list={list} />}
              {views && <ViewSwitch address={address} views={views} />}
            </div>
          </div>
        )}
        {!isBoard ? (
          <ListBody list={list} title={title} isSelectable={Bulk !== undefined} actions={actions} />
        ) : isBlank ? (
          <ListEmpty list={list} actions={actions} />
        ) : (
          <Board list={list} />
        )}
      </div>
      {Bulk && <Bulk selection={selection} total={isMore ? undefined : total} />}
      {isOpen && (
        <Panel list={list}>
          <Suspense fallback={null}>
            <PanelContent key={openId} id={openId} item={list.items.find(({ id }) => id === openId)} />
          </Suspense>
        </Panel>
      )}
      <VisuallyHidden>
        Стрелки ходят по строкам, Enter открывает, Esc закрывает, «/» ведет к поиску
      </VisuallyHidden>
    </Page>
  );
}
