import { Anchor, Checkbox, Skeleton } from '@mantine/core';
import { generatePath, Link } from 'react-router-dom';
import { Blockers } from '@/entities/payment/blockers.tsx';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { paths } from '@/shared/paths.ts';
import classes from './payable.module.css';
import { isReady, type Payable, type PayableSelection } from './payable.ts';

type PayableRowsProps = { payables: readonly Payable[]; selection: PayableSelection };

/** Rows of partners with money to be paid. Partners with blockers cannot be selected. */
export function PayableRows({ payables, selection }: PayableRowsProps) {
  const { isPageSelected } = selection;
  // The selection bar is hidden without a selection, so the table header shows the instruction.
  const showsHint = selection.count === 0 && payables.some(isReady);
  return (
    <ul className={classes['rows']} aria-label="К выплате">
      <li className={`${classes['row']} ${classes['head']}`}>
        <Checkbox
          size="xs"
          aria-label="Выбрать всех на странице, кому можно платить"
          checked={isPageSelected}
          indeterminate={!isPageSelected && payables.some(({ id }) => selection.has(id))}
          disabled={!payables.some(isReady)}
          onChange={selection.togglePage}
        />
        <span>{showsHint ? 'Отметьте, кому заплатить' : 'Партнер'}</span>
        <span>К выплате</span>
      </li>
      {payables.map((payable) => (
        <PayableRow key={payable.id} payable={payable} selection={selection} />
      ))}
    </ul>
  );
}

function PayableRow({ payable, selection }: { payable: Payable; selection: PayableSelection }) {
  const { partner, available_kop, accruals } = payable;
  return (
    <li className={classes['row']} data-selected={selection.has(payable.id) || undefined}>
      <Checkbox
        size="xs"
        aria-label={`Выбрать: ${partner.name}`}
        checked={selection.has(payable.id)}
        disabled={!isReady(payable)}
        onChange={() => selection.toggle(payable.id)}
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
          {formatCount(accruals, ['начисление', 'начисления', 'начислений'])}
        </span>
      </span>
      <span className={classes['sum']}>{formatMoney(available_kop)}</span>
      <div className={classes['chips']}>
        <Blockers partnerId={payable.id} readiness={payable} />
      </div>
    </li>
  );
}

export const PayableSkeleton = () => (
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
