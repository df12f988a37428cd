import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Password field. Mantine's `PasswordInput` does not set `aria-invalid`, unlike its other fields. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput aria-invalid={Boolean(props.error)} {...props} />
);
