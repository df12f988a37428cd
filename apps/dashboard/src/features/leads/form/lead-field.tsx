import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import { LEAD_FIELDS, type LeadField as Name } from '@referral-dashboard/api-contract';

type Field = { label: string; inputLabel?: string; isLong?: boolean };
type LeadFieldProps = { name: Name } & TextInputProps & Pick<TextareaProps, 'description'>;

export function LeadField({ name, description, ...props }: LeadFieldProps) {
  const { label, inputLabel = label, isLong }: Field = LEAD_FIELDS[name];
  const inputProps = { ...props, label: inputLabel };
  if (isLong)
    return <Textarea {...(inputProps as TextareaProps)} description={description} autosize minRows={2} />;
  return <TextInput {...inputProps} autoComplete="off" {...(name === 'email' && { type: 'email' })} />;
}
