import { TextInput, type TextInputProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { completeAddress } from '@/shared/form/complete-address.ts';

type AddressFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> & {
  value?: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
};

/** URL field. Adds a missing `https://` on blur and on Enter. */
export function AddressField({ value = '', onChange, onBlur, ...field }: AddressFieldProps) {
  const complete = () => {
    const completed = completeAddress(value);
    if (completed !== value) onChange(completed);
  };
  return (
    <TextInput
      inputMode="url"
      autoComplete="off"
      {...field}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && complete()}
      onBlur={() => {
        complete();
        onBlur?.();
      }}
    />
  );
}
