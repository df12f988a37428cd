import { ActionIcon, Menu, type MenuProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconDots } from '../icons.ts';
import { Dropdown } from './dropdown.tsx';

type MoreMenuProps = {
  /** Button name for screen readers. */
  label: string;
  children: ReactNode;
  /** Removes the border, for rows and cards. */
  isQuiet?: boolean;
  /** Button size in pixels. */
  size?: number;
  isBusy?: boolean;
  position?: NonNullable<MenuProps['position']>;
};

/** Button «…» that opens a menu. */
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
