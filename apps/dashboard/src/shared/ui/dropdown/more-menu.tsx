import { ActionIcon, Menu, type MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDots } from '../icons.ts';

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
  return (
    <Menu position={position}>
      <Menu.Target>
        <ActionIcon
          {...(isQuiet ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })}
          size={size}
          aria-label={label}
          loading={isBusy}
        >
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
