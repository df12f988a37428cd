import { NumberInput, type NumberInputProps } from '@mantine/core';

type MoneyFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Whole kopecks; `null` while it is empty. */
  value?: number | null;
  onChange?: (kop: number | null) => void;
};

const MOST_ROUBLES = 100_000_000_000;

/** A sum, typed in roubles and kept in whole kopecks. */
export const MoneyField = ({ value = null, onChange, ...props }: MoneyFieldProps) => (
  <NumberInput
    inputMode="decimal"
    hideControls
    decimalScale={2}
    decimalSeparator=","
    allowedDecimalSeparators={['.', ',']}
    thousandSeparator={'\u00a0'}
    allowNegative={false}
    max={MOST_ROUBLES}
    clampBehavior="strict"
    suffix={'\u00a0₽'}
    {...props}
    value={value === null ? '' : value / 100}
    onChange={(roubles) => onChange?.(roubles === '' ? null : Math.round(Number(roubles) * 100))}
  />
);
