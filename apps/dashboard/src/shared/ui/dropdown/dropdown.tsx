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
import { useLazyMount } from './use-lazy-mount.ts';

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
  /** Button that toggles the dropdown. */
  button: ReactElement<ButtonProps>;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** `Menu.Dropdown` or `Popover.Dropdown`. */
  children: ReactNode;
};

/** Button with a dropdown. The dropdown is mounted on first open, because a page has many and most stay closed. */
export function Dropdown({ kind: Kind, button, isOpen, onChange, children, ...props }: DropdownProps) {
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const { isMounted, opened } = useLazyMount(isOpen);
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
      {isMounted && (
        <Kind id={id} shadow="sm" opened={opened} onChange={onChange} {...props}>
          <Kind.Target>
            <DropdownTarget button={target} />
          </Kind.Target>
          {children}
        </Kind>
      )}
    </>
  );
}

type DropdownTargetProps = {
  button: RefObject<HTMLButtonElement | null>;
  ref?: Ref<HTMLButtonElement | null>;
};

/** Passes the button to Mantine as the target, which Mantine expects as a child element. */
function DropdownTarget({ button, ref }: DropdownTargetProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [
    button,
  ]);
  return null;
}
