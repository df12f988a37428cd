import { ActionIcon, Menu, type MenuProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconDots } from '../icons.ts';
import { Dropdown } from './dropdown.tsx';

type MoreMenuProps = {
  /** Name of the button for screen readers. */
  label: string;
  /** The items of the menu. */
  children: ReactNode;
  /** Drops the border, as in rows and cards. */
  isQuiet?: boolean;
  /** Size of the button, in pixels. */
  size?: number;
  isBusy?: boolean;
  position?: NonNullable<MenuProps['position']>;
};

/** The button «…» and what it opens. */
export function MoreMenu({
  label,
  children,
  isQuiet = false,
  size = isQuiet ? 32 : 36,
  isBusy = false,
  position = 'bottom-end',
}: MoreMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dropdown
      kind={Menu}
      position={position}
      isOpen={isOpen}
      onChange={setOpen}
      button={
        <ActionIcon
          {...(isQuiet ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })}
          size={size}
          aria-label={label}
          loading={isBusy}
        >
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      }
    >
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Dropdown>
  );
}
