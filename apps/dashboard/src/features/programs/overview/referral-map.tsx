import { Skeleton } from '@mantine/core';
import type { HomeTop } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { type TopFilters, useTop } from '@/entities/figures/use-top.ts';
import { formatCount } from '@/shared/format/count.ts';
import { paths } from '@/shared/paths.ts';
import { Section } from '@/shared/ui/section/section.tsx';
import { placeNodes } from './node-places.ts';
import classes from './referral-map.module.css';

type BestPartner = HomeTop['partners'][number];

const WIDTH = 480;
const HEIGHT = 280;
const CENTER = { x: WIDTH / 2, y: HEIGHT / 2 };
const CENTER_RADIUS = 26;
const TARGET_RADIUS = 24;

const describePartner = ({ partner, leads, won }: BestPartner) =>
  `${partner.name}: ${formatCount(won, ['сделка', 'сделки', 'сделок'])}, ${formatCount(leads, ['лид', 'лида', 'лидов'])}`;

/** The best partners around the organization, the more deals the larger. Has the partners of the list next to it. */
export function ReferralMap({ filters }: { filters: TopFilters }) {
  const { data } = useTop(filters).query;
  if (data?.partners.length === 0) return null;
  return (
    <div className={classes['map']}>
      <Section title="Кто привел клиентов">
        {data ? <Picture partners={data.partners} /> : <Skeleton height={HEIGHT} />}
      </Section>
    </div>
  );
}

function Picture({ partners }: { partners: readonly BestPartner[] }) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const nodes = placeNodes(
    partners.map(({ won }) => won),
    { width: WIDTH, height: HEIGHT },
  );
  const activePartner = partners.find(({ partner }) => partner.id === activeId);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture with links has no other element */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={classes['picture']}
        role="group"
        aria-label="Организация и партнеры, которые привели клиентов. Чем больше сделок, тем больше круг"
      >
        {nodes.map(({ x, y, radius }, index) => {
          const bestPartner = partners[index];
          if (bestPartner === undefined) return null;
          const { id } = bestPartner.partner;
          return (
            <Link
              key={id}
              to={generatePath(paths.partner, { id })}
              className={classes['node']}
              data-active={id === activeId || undefined}
              aria-label={describePartner(bestPartner)}
              onPointerEnter={() => setActiveId(id)}
              onPointerLeave={() => setActiveId(null)}
              onFocus={() => setActiveId(id)}
              onBlur={() => setActiveId(null)}
            >
              <path className={classes['line']} d={`M${CENTER.x} ${CENTER.y}L${x} ${y}`} />
              <circle className={classes['target']} cx={x} cy={y} r={Math.max(TARGET_RADIUS, radius)} />
              <circle
                className={classes['circle']}
                cx={x}
                cy={y}
                r={radius}
                data-empty={bestPartner.won === 0 || undefined}
              />
            </Link>
          );
        })}
        <circle className={classes['organization']} cx={CENTER.x} cy={CENTER.y} r={CENTER_RADIUS} />
        <text
          className={classes['you']}
          x={CENTER.x}
          y={CENTER.y}
          textAnchor="middle"
          dy="0.35em"
          aria-hidden
        >
          Вы
        </text>
      </svg>
      <p className={classes['caption']} aria-hidden>
        {activePartner ? describePartner(activePartner) : 'Чем больше сделок, тем больше круг'}
      </p>
    </>
  );
}
