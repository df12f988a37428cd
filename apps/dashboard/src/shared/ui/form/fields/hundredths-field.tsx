import { NumberInput, type NumberInputProps } from '@mantine/core';

export type HundredthsFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Integer number of hundredths; `null` when the field is empty. */
  value?: number | null;
  onChange?: (hundredths: number | null) => void;
};

/** Number field with two decimals. The value is an integer number of hundredths, e.g. kopecks. */
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
    onChange={(amount) => onChange?.(amount === '' ? null : Math.round(Number(amount) * 100))}
  />
);
