import { MAX_KOP } from '@referral-dashboard/api-contract';
import { formatMoney } from '../../../format/money.ts';
import { HundredthsField, type HundredthsFieldProps } from './hundredths-field.tsx';

/** Roubles whose kopecks are still told exactly. */
const TELLABLE = 10_000_000_000_000;

/** A sum, typed in roubles and kept in whole kopecks. One that is too large stays as it is typed, with the limit said. */
export const MoneyField = ({ value = null, error, ...props }: HundredthsFieldProps) => (
  <HundredthsField
    thousandSeparator={'\u00a0'}
    clampBehavior="none"
    isAllowed={({ floatValue = 0 }) => floatValue < TELLABLE}
    suffix={'\u00a0₽'}
    {...props}
    error={value !== null && value > MAX_KOP ? `Не больше ${formatMoney(MAX_KOP)}` : error}
    value={value}
  />
);
