import { Anchor, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAddress } from '@/shared/list/use-address.ts';
import classes from './filter-target.module.css';
import type { FigureFilter } from './use-figure-filters.ts';

type FilterTargetProps = {
  filter: FigureFilter;
  value: string;
  name: string;
  /** Shown below the name. A click on it filters, too. */
  children?: ReactNode;
};

/** Row of a list that limits the figures of the page to itself. A second click removes the filter. */
export function FilterTarget({ filter, value, name, children }: FilterTargetProps) {
  const { get, linkTo } = useAddress();
  const isSelected = get(filter) === value;
  return (
    <div className={classes['target']} data-selected={isSelected || undefined}>
      <Anchor
        component={Link}
        to={linkTo({ [filter]: isSelected ? null : value })}
        className={classes['link']}
        aria-current={isSelected || undefined}
      >
        <VisuallyHidden>{isSelected ? 'Убрать фильтр:' : 'Показать только:'}</VisuallyHidden> {name}
      </Anchor>
      {children}
    </div>
  );
}
