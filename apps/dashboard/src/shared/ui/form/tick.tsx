import { Checkbox, CheckIcon } from '@mantine/core';
import classes from './tick.module.css';

type TickProps = {
  /** Read out: no words stand beside it. */
  label: string;
  isTicked: boolean;
  isDisabled?: boolean;
  onToggle: () => void;
  className?: string | undefined;
};

const { root, inner, input, icon } = Checkbox.classes;

/** The checkbox of a row, as the library draws it: a hundred of its own, each with a place for a label and an error, take longer than a hand waits. */
export const Tick = ({ label, isTicked, isDisabled = false, onToggle, className = '' }: TickProps) => (
  <div className={`mantine-Checkbox-root ${root} ${classes['tick']} ${className}`}>
    <div className={inner}>
      <input
        type="checkbox"
        className={`mantine-focus-auto mantine-Checkbox-input ${input}`}
        aria-label={label}
        checked={isTicked}
        disabled={isDisabled}
        onChange={onToggle}
      />
      <CheckIcon className={icon} />
    </div>
  </div>
);
