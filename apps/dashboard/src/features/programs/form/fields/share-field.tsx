import { HundredthsField, type HundredthsFieldProps } from '@/shared/ui/form/fields/hundredths-field.tsx';

/** Percentage input. The value is in basis points. */
export const ShareField = (props: HundredthsFieldProps) => (
  <HundredthsField max={100} clampBehavior="strict" suffix={'\u00a0%'} {...props} />
);
