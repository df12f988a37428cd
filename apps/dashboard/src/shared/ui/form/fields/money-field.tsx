import { MAX_KOP } from '@referral-dashboard/api-contract';
import { formatMoney } from '@/shared/format/money.ts';
import { HundredthsField, type HundredthsFieldProps } from './hundredths-field.tsx';

/** Limit in roubles. A JavaScript number below it is exact to the kopeck. */
const MAX_EXACT_ROUBLES = 10_000_000_000_000;

/** Money field. The input is in roubles, the value in kopecks. An amount over the limit is kept and shown with an error. */
export const MoneyField = ({ value = null, error, ...props }: HundredthsFieldProps) => (
  <HundredthsField
    thousandSeparator={'\u00a0'}
    clampBehavior="none"
    isAllowed={({ floatValue = 0 }) => floatValue < MAX_EXACT_ROUBLES}
    suffix={'\u00a0₽'}
    {...props}
    error={value !== null && value > MAX_KOP ? `Не больше ${formatMoney(MAX_KOP)}` : error}
    value={value}
  />
);
