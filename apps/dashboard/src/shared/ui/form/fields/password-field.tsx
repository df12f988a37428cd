import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password. Unlike its other fields, Mantine's field does not set `aria-invalid` by itself. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput aria-invalid={Boolean(props.error)} {...props} />
);
