import { NumberInput, type NumberInputProps } from '@mantine/core';

type WholeFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Null if the field is empty. */
  value?: number | null;
  onChange?: (whole: number | null) => void;
};

export const WholeField = ({ value = null, onChange, ...props }: WholeFieldProps) => (
  <NumberInput
    inputMode="numeric"
    hideControls
    allowDecimal={false}
    allowNegative={false}
    {...props}
    value={value ?? ''}
    onChange={(whole) => onChange?.(whole === '' ? null : Number(whole))}
  />
);
