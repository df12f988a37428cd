import {
  HundredthsField,
  type HundredthsFieldProps,
} from '../../../../shared/ui/form/fields/hundredths-field.tsx';

/** A share, typed in percent and kept in basis points. */
export const ShareField = (props: HundredthsFieldProps) => (
  <HundredthsField max={100} clampBehavior="strict" suffix={'\u00a0%'} {...props} />
);
