import { ACTIVITY_WEEKS } from '@referral-dashboard/api-contract';
import { formatNumber } from '@/shared/format/count.ts';
import classes from './activity.module.css';

const WIDTH = 88;
const HEIGHT = 24;
/** Space for half of the line and for the dot of the last week. */
const EDGE = 3;

/** Line of the leads of the last weeks, without axes. A dash if there were no leads. */
export function Sparkline({ weeklyLeads }: { weeklyLeads: readonly number[] }) {
  const total = weeklyLeads.reduce((sum, leads) => sum + leads, 0);
  if (total === 0) {
    return (
      <span className={classes['none']} role="img" aria-label={`За ${ACTIVITY_WEEKS} недель лидов нет`}>
        —
      </span>
    );
  }
  const max = Math.max(...weeklyLeads);
  const points = weeklyLeads.map((leads, week) => ({
    x: EDGE + (week / (weeklyLeads.length - 1)) * (WIDTH - 2 * EDGE),
    y: HEIGHT - EDGE - (leads / max) * (HEIGHT - 2 * EDGE),
  }));
  const last = points.at(-1);
  return (
    <svg
      className={classes['sparkline']}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Лиды за ${ACTIVITY_WEEKS} недель: всего ${formatNumber(total)}, за последнюю ${formatNumber(weeklyLeads.at(-1) ?? 0)}`}
    >
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      <circle cx={last?.x} cy={last?.y} r={2} />
    </svg>
  );
}
