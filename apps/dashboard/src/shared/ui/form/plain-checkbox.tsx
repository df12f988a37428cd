import { CheckIcon } from '@mantine/core';
import classes from './plain-checkbox.module.css';

type PlainCheckboxProps = {
  /** Name for screen readers; the checkbox has no visible label. */
  label: string;
  isChecked: boolean;
  isDisabled?: boolean;
  onToggle: () => void;
  className?: string | undefined;
};

/** Checkbox of a row, styled like Mantine's. A hundred Mantine checkboxes render too slowly. */
export const PlainCheckbox = ({
  label,
  isChecked,
  isDisabled = false,
  onToggle,
  className = '',
}: PlainCheckboxProps) => (
  <div className={className}>
    <div className={`mantine-Checkbox-root ${classes['tick']}`}>
      <input
        type="checkbox"
        className={`mantine-focus-auto mantine-Checkbox-input ${classes['input']}`}
        aria-label={label}
        checked={isChecked}
        disabled={isDisabled}
        onChange={onToggle}
      />
      <CheckIcon className={classes['icon']} />
    </div>
  </div>
);
