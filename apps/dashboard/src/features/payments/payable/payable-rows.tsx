import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { Anchor, Checkbox, Skeleton } from '@mantine/core';
import { generatePath, Link } from 'react-router-dom';
import { countOf } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { paths } from '../../../shared/paths.ts';
import type { Due } from '../payment.ts';
import { Blockers } from './blockers.tsx';
import classes from './payable.module.css';
import { isReady, type Picked } from './use-picked.ts';

type DueRowsProps = { dues: readonly Due[]; picked: Picked; isOld: boolean };

/** Partners with something to be paid; those whom nothing stops can be ticked. */
export function DueRows({ dues, picked, isOld }: DueRowsProps) {
  const ready = dues.filter(isReady);
  const ticked = ready.filter(picked.has).length;
  const isAll = ready.length > 0 && ticked === ready.length;
  return (
    <ul className={classes['rows']} aria-label="К выплате" data-old={isOld || undefined}>
      <li className={`${classes['row']} ${classes['head']}`}>
        <Checkbox
          size="xs"
          aria-label="Выбрать всех на странице, кому можно платить"
          checked={isAll}
          indeterminate={!isAll && ticked > 0}
          disabled={ready.length === 0}
          onChange={() => picked.toggleAll(ready)}
        />
        <span>Партнер</span>
        <span>К выплате</span>
      </li>
      {dues.map((due) => (
        <DueRow key={due.partner.id} due={due} picked={picked} />
      ))}
    </ul>
  );
}

function DueRow({ due, picked }: { due: Due; picked: Picked }) {
  const { partner, available_kop, accruals } = due;
  return (
    <li className={classes['row']} data-ticked={picked.has(due) || undefined}>
      <Checkbox
        size="xs"
        aria-label={`Выбрать: ${partner.name}`}
        checked={picked.has(due)}
        disabled={!isReady(due)}
        onChange={() => picked.toggle(due)}
      />
      <span>
        <Anchor
          component={Link}
          to={generatePath(paths.partner, { id: partner.id })}
          c="inherit"
          className={classes['name']}
        >
          {partner.name}
        </Anchor>{' '}
        <span className={classes['note']}>
          {countOf(accruals, ['начисление', 'начисления', 'начислений'])}
        </span>
      </span>
      <span className={classes['sum']}>{formatMoney(available_kop)}</span>
      <div className={classes['chips']}>
        <Blockers of={due} />
      </div>
    </li>
  );
}

/** Rows to come, in their own grid. */
export const DueSkeleton = () => (
  <div role="status" aria-label="Список загружается" className={classes['rows']}>
    {[0, 62, 48, 74, 56, 68].map((width) => (
      <div key={width} className={`${classes['row']} ${width === 0 ? classes['head'] : ''}`}>
        {width > 0 && (
          <>
            <span />
            <Skeleton height={12} width={`${width / 2}%`} />
            <Skeleton height={12} width={88} />
          </>
        )}
      </div>
    ))}
  </div>
);
