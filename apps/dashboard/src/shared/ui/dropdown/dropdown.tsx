import { type Menu, Popover, type PopoverProps } from '@mantine/core';
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import { useMade } from './use-made.ts';

type ButtonProps = {
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  onClick?: () => void;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
  'aria-controls'?: string | undefined;
};

type DropdownProps = Pick<
  PopoverProps,
  'position' | 'width' | 'trapFocus' | 'returnFocus' | 'closeOnEscape'
> & {
  kind: typeof Menu | typeof Popover;
  /** What opens and closes it. */
  button: ReactElement<ButtonProps>;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** `Menu.Dropdown` or `Popover.Dropdown`. */
  children: ReactNode;
};

/** A button and what it opens beside itself. That is made when it is first opened: pages have many, and few are. */
export function Dropdown({ kind: Kind, button, isOpen, onChange, children, ...props }: DropdownProps) {
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const { isMade, opened } = useMade(isOpen);
  return (
    <>
      {cloneElement(button, {
        ref: target,
        id,
        onClick: () => onChange(!isOpen),
        'aria-haspopup': Kind === Popover ? 'dialog' : 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? `${id}-dropdown` : undefined,
      })}
      {isMade && (
        <Kind id={id} shadow="sm" opened={opened} onChange={onChange} {...props}>
          <Kind.Target>
            <Stand of={target} />
          </Kind.Target>
          {children}
        </Kind>
      )}
    </>
  );
}

type StandProps = { of: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLButtonElement | null> };

/** Stands for the button where the library takes what is opened beside for a child of its own. */
function Stand({ of, ref }: StandProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => of.current, [of]);
  return null;
}
