import { CheckIcon } from '@mantine/core';
import classes from './tick.module.css';

type TickProps = {
  /** Read out: no words stand beside it. */
  label: string;
  isTicked: boolean;
  isDisabled?: boolean;
  onToggle: () => void;
  className?: string | undefined;
};

/**
 * The checkbox of a row, looking as others do. A hundred of the library's, each with a place for a label and an error, take longer than a
 * hand waits.
 */
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
