import { NumberInput, type NumberInputProps } from '@mantine/core';

type ShareFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Basis points; `null` while it is empty. */
  value?: number | null;
  onChange?: (bps: number | null) => void;
};

/** A share, typed in percent and kept in basis points. */
export const ShareField = ({ value = null, onChange, ...props }: ShareFieldProps) => (
  <NumberInput
    inputMode="decimal"
    hideControls
    decimalScale={2}
    decimalSeparator=","
    allowedDecimalSeparators={['.', ',']}
    allowNegative={false}
    max={100}
    clampBehavior="strict"
    suffix={'\u00a0%'}
    {...props}
    value={value === null ? '' : value / 100}
    onChange={(percent) => onChange?.(percent === '' ? null : Math.round(Number(percent) * 100))}
  />
);
