import { CheckIcon } from '@mantine/core';
import classes from './tick.module.css';

type TickProps = {
  /** Name for screen readers; the checkbox has no visible label. */
  label: string;
  isTicked: boolean;
  isDisabled?: boolean;
  onToggle: () => void;
  className?: string | undefined;
};

/** Checkbox of a row, styled like Mantine's. A hundred Mantine checkboxes render too slowly. */
export const Tick = ({ label, isTicked, isDisabled = false, onToggle, className = '' }: TickProps) => (
  <div className={className}>
    <div className={`mantine-Checkbox-root ${classes['tick']}`}>
      <input
        type="checkbox"
        className={`mantine-focus-auto mantine-Checkbox-input ${classes['input']}`}
        aria-label={label}
        checked={isTicked}
        disabled={isDisabled}
        onChange={onToggle}
      />
      <CheckIcon className={classes['icon']} />
    </div>
  </div>
);
