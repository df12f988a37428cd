import { BestPartners } from '@/entities/figures/best-partners.tsx';
import grid from '@/entities/figures/grid.module.css';
import type { TopFilters } from '@/entities/figures/use-top.ts';
import { LinkSection } from './link-section.tsx';
import { ReferralMap } from './referral-map.tsx';

type OverviewListsProps = { filters: TopFilters & { program: string } };

/** Best partners of a program as a list and as a picture, and its links. */
export default function OverviewLists({ filters }: OverviewListsProps) {
  return (
    <>
      <div className={grid['twoColumns']}>
        <BestPartners filters={filters} />
        <ReferralMap filters={filters} />
      </div>
      <LinkSection program={filters.program} />
    </>
  );
}
