import { NumberInput, type NumberInputProps } from '@mantine/core';
import { MAX_KOP } from '@referral-dashboard/api-contract';
import { formatMoney } from '../../../format/money.ts';

type MoneyFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Whole kopecks; `null` while it is empty. */
  value?: number | null;
  onChange?: (kop: number | null) => void;
};

/** Roubles whose kopecks are still told exactly. */
const TELLABLE = 10_000_000_000_000;

/** A sum, typed in roubles and kept in whole kopecks. One that is too large stays as it is typed, with the limit said. */
export const MoneyField = ({ value = null, onChange, error, ...props }: MoneyFieldProps) => (
  <NumberInput
    inputMode="decimal"
    hideControls
    decimalScale={2}
    decimalSeparator=","
    allowedDecimalSeparators={['.', ',']}
    thousandSeparator={'\u00a0'}
    allowNegative={false}
    clampBehavior="none"
    isAllowed={({ floatValue = 0 }) => floatValue < TELLABLE}
    suffix={'\u00a0₽'}
    {...props}
    error={value !== null && value > MAX_KOP ? `Не больше ${formatMoney(MAX_KOP)}` : error}
    value={value === null ? '' : value / 100}
    onChange={(roubles) => onChange?.(roubles === '' ? null : Math.round(Number(roubles) * 100))}
  />
);
