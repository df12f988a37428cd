import { NumberInput, type NumberInputProps } from '@mantine/core';

type IntegerFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Null if the field is empty. */
  value?: number | null;
  onChange?: (number: number | null) => void;
};

export const IntegerField = ({ value = null, onChange, ...props }: IntegerFieldProps) => (
  <NumberInput
    inputMode="numeric"
    hideControls
    allowDecimal={false}
    allowNegative={false}
    {...props}
    value={value ?? ''}
    onChange={(number) => onChange?.(number === '' ? null : Number(number))}
  />
);
