import { NumberInput, type NumberInputProps } from '@mantine/core';

export type HundredthsFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Whole hundredths; `null` while it is empty. */
  value?: number | null;
  onChange?: (hundredths: number | null) => void;
};

/** A number with up to two decimals, kept in whole hundredths. */
export const HundredthsField = ({ value = null, onChange, ...props }: HundredthsFieldProps) => (
  <NumberInput
    inputMode="decimal"
    hideControls
    decimalScale={2}
    decimalSeparator=","
    allowedDecimalSeparators={['.', ',']}
    allowNegative={false}
    {...props}
    value={value === null ? '' : value / 100}
    onChange={(whole) => onChange?.(whole === '' ? null : Math.round(Number(whole) * 100))}
  />
);
