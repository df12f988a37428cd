import { Anchor, Checkbox, Skeleton } from '@mantine/core';
import { PARTNER_KIND_LABELS } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { Blockers } from '@/entities/payment/blockers.tsx';
import { formatMethod } from '@/entities/requisites/format-method.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatAge } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { paths } from '@/shared/paths.ts';
import classes from './payable.module.css';
import { computeRunningTotals, isReady, type Payable, type PayableSelection } from './payable.ts';

type PayableRowsProps = {
  payables: readonly Payable[];
  selection: PayableSelection;
  /** Running total at the end of the previous page. */
  precedingKop: number;
};

/** Ledger of partners with money to be paid. Partners with blockers cannot be selected and are not part of the running total. */
export function PayableRows({ payables, selection, precedingKop }: PayableRowsProps) {
  const { isPageSelected } = selection;
  // The selection bar is hidden without a selection, so the table header shows the instruction.
  const showsHint = selection.count === 0 && payables.some(isReady);
  const runningTotals = computeRunningTotals(payables, precedingKop);
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
        <span className={classes['kind']}>Вид</span>
        <span className={classes['method']}>Куда</span>
        <span className={classes['wait']}>Ждет</span>
        <span className={classes['headSum']}>К выплате</span>
        <span className={classes['running']}>Нарастающий итог</span>
      </li>
      {payables.map((payable) => (
        <PayableRow
          key={payable.id}
          payable={payable}
          selection={selection}
          runningKop={runningTotals.get(payable.id)}
        />
      ))}
    </ul>
  );
}

type PayableRowProps = {
  payable: Payable;
  selection: PayableSelection;
  /** Undefined for a partner who cannot be paid now. */
  runningKop: number | undefined;
};

function PayableRow({ payable, selection, runningKop }: PayableRowProps) {
  const { partner, available_kop, accruals, partner_kind, method, waiting_since } = payable;
  const now = Date.now();
  return (
    <li className={classes['row']} data-selected={selection.has(payable.id) || undefined}>
      <Checkbox
        size="xs"
        aria-label={`Выбрать: ${partner.name}`}
        checked={selection.has(payable.id)}
        disabled={!isReady(payable)}
        onChange={() => selection.toggle(payable.id)}
      />
      <span className={classes['partner']}>
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
          <span className={classes['kindInNote']}> · {PARTNER_KIND_LABELS[partner_kind]}</span>
        </span>
      </span>
      <span className={classes['kind']}>{PARTNER_KIND_LABELS[partner_kind]}</span>
      <span className={classes['method']}>{method && formatMethod(method.label)}</span>
      <span className={classes['wait']}>
        {waiting_since && (
          <>
            <span className={classes['cardLabel']}>ждет </span>
            {formatAge(waiting_since, now)}
          </>
        )}
      </span>
      <span className={classes['sum']}>{formatMoney(available_kop)}</span>
      <span className={classes['running']}>
        {runningKop !== undefined && (
          <>
            <span className={classes['cardLabel']}>итог </span>
            {formatMoney(runningKop)}
          </>
        )}
      </span>
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
            <Skeleton height={12} width={`${width}%`} className={classes['partner'] ?? ''} />
            <span className={classes['kind']} />
            <span className={classes['method']} />
            <span className={classes['wait']} />
            <Skeleton height={12} width={88} className={classes['sum'] ?? ''} />
          </>
        )}
      </div>
    ))}
  </div>
);
