import { NavLink, type NavLinkProps, Tooltip } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { IconHome } from '@/shared/ui/icons.ts';
import classes from './sidebar-item.module.css';

type SidebarItemProps = Omit<NavLinkProps, 'leftSection' | 'label'> & {
  label: string;
  icon: typeof IconHome;
  /** Shows only the icon. The label becomes the accessible name and a tooltip. */
  isRail: boolean;
  renderRoot: (props: Record<string, unknown>) => ReactNode;
  'aria-current'?: 'page' | undefined;
  /** Shown at the right. Screen readers read it after the label; it is not part of the link's name. */
  count?: ReactNode;
};

export function SidebarItem({ label, icon: Icon, isRail, count, ...props }: SidebarItemProps) {
  const countId = useId();
  return (
    <div className={classes['item']}>
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
          aria-describedby={count ? countId : undefined}
          {...props}
        />
      </Tooltip>
      {count && (
        <span id={countId} className={classes['count']} data-rail={isRail || undefined}>
          {count}
        </span>
      )}
    </div>
  );
}
