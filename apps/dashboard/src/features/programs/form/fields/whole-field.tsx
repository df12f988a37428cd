import { NumberInput, type NumberInputProps } from '@mantine/core';

type WholeFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** `null` while it is empty. */
  value?: number | null;
  onChange?: (whole: number | null) => void;
};

/** A whole number, such as days. */
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
