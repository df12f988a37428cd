import { Anchor, Button } from '@mantine/core';
import { generatePath, Link } from 'react-router-dom';
import { FIGURE_FILTERS, type FigureFilters } from '@/entities/figures/filters/use-figure-filters.ts';
import { createTagFilter, partnerFilter, programFilter, sourceFilter } from '@/entities/reference/filters.ts';
import { FilterChip } from '@/shared/list/filters/filter-chips.tsx';
import { useAddress } from '@/shared/list/use-address.ts';
import { paths } from '@/shared/paths.ts';
import classes from './home-filters.module.css';

const DEFINITIONS = {
  program: programFilter,
  partner: partnerFilter,
  source: sourceFilter,
  // Set by a row of the list, so no options are offered.
  utm_source: createTagFilter('utm_source', () => []),
};

/** Filters of the figures below, as chips that stay in sight. They are set by a click on a row of the lists. */
export function HomeFilters({ filters }: { filters: FigureFilters }) {
  const address = useAddress();
  const names = FIGURE_FILTERS.filter((name) => filters[name] !== undefined);
  const { program, partner } = filters;
  return (
    // The region exists before the first filter, so that screen readers announce the filters.
    <div role="status" className={names.length > 0 ? classes['filters'] : undefined}>
      {names.map((name) => (
        <FilterChip key={name} filter={DEFINITIONS[name]} address={address} />
      ))}
      {names.length > 1 && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => address.change(Object.fromEntries(FIGURE_FILTERS.map((name) => [name, null])))}
        >
          Сбросить
        </Button>
      )}
      {partner && !partner.includes(',') && (
        <Anchor component={Link} to={generatePath(paths.partner, { id: partner })}>
          Открыть партнера
        </Anchor>
      )}
      {program && !program.includes(',') && (
        <Anchor component={Link} to={generatePath(paths.program, { id: program })}>
          Открыть программу
        </Anchor>
      )}
    </div>
  );
}
