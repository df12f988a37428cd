import type { Payment, PaymentStatus } from '@referral-dashboard/api-contract';
import { statusLabels } from '@/entities/status/labels.ts';
import { type Dates, formatDate } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { IconAlertCircle, IconCheck } from '@/shared/ui/icons.ts';
import classes from './payment-progress.module.css';

const STEPS = ['draft', 'approved', 'processing', 'paid'] as const;

/** Index of a status in `STEPS`. A requested payment is before the first step. */
const STEP_INDEX: Partial<Record<PaymentStatus, number>> = {
  requested: -1,
  draft: 0,
  approved: 1,
  processing: 2,
  failed: 2,
  paid: 3,
};

const getStepDates = ({ created_at, approved_at, paid_on }: Payment, { formatDay }: Dates) => [
  formatDay(created_at),
  approved_at && formatDay(approved_at),
  '',
  paid_on && formatDate(paid_on),
];

/** Steps «Черновик → К оплате → В обработке → Выплачена»: completed, current and next ones. */
export function PaymentProgress({ payment }: { payment: Payment }) {
  const dates = useDates();
  const currentIndex = STEP_INDEX[payment.status];
  if (currentIndex === undefined) return null;
  const isFailed = payment.status === 'failed';
  const stepDates = getStepDates(payment, dates);
  return (
    <ol className={classes['way']} aria-label="Путь выплаты">
      {STEPS.map((state, index) => {
        const isCurrent = index === currentIndex;
        const isDone = index < currentIndex || payment.status === 'paid';
        const hasFailed = isCurrent && isFailed;
        return (
          <li
            key={state}
            className={classes['step']}
            data-place={hasFailed ? 'broken' : isDone ? 'done' : isCurrent ? 'here' : 'ahead'}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <span className={classes['mark']} aria-hidden>
              {hasFailed ? (
                <IconAlertCircle size={16} stroke={1.75} />
              ) : isDone ? (
                <IconCheck size={16} stroke={2} />
              ) : (
                index + 1
              )}
            </span>
            <span>
              <span className={classes['label']}>{statusLabels.payment[state]}</span>
              <span className={classes['saying']}>{isDone || isCurrent ? stepDates[index] : ''}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
