import { NavLink, type NavLinkProps, Tooltip } from '@mantine/core';
import type { IconHome } from '../../shared/ui/icons.ts';
import classes from './sidebar-item.module.css';

type SidebarItemProps = Omit<NavLinkProps, 'leftSection' | 'label'> & {
  label: string;
  icon: typeof IconHome;
  /** Only the icon is seen; the label stays its name and comes up as a tooltip. */
  isRail: boolean;
  renderRoot: (props: Record<string, unknown>) => React.ReactNode;
  'aria-current'?: 'page' | undefined;
};

export const SidebarItem = ({ label, icon: Icon, isRail, ...props }: SidebarItemProps) => (
  <Tooltip
    label={label}
    position="right"
    disabled={!isRail}
    openDelay={80}
    transitionProps={{ duration: 80 }}
  >
    <NavLink
      label={label}
      leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
      classNames={classes}
      data-rail={isRail || undefined}
      {...props}
    />
  </Tooltip>
);
