import { Stack } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useNavigation, type Waiting } from './navigation.ts';
import { SidebarItem } from './sidebar-item.tsx';

type NavigationListProps = { isRail?: boolean; onFollow?: () => void };
type Count = ComponentType<{ of: Waiting; isRail: boolean }>;

/** Loaded separately because it calls the API. The menu works without it if loading fails. */
const WaitingCount = lazy<Count>(() => import('./waiting-count.tsx').catch(() => ({ default: () => null })));

export const NavigationList = ({ isRail = false, onFollow }: NavigationListProps) => (
  <Stack gap={4}>
    {useNavigation().map(({ path, label, icon, isOpen, waits }) => (
      <SidebarItem
        key={path}
        label={label}
        icon={icon}
        isRail={isRail}
        active={isOpen}
        aria-current={isOpen ? 'page' : undefined}
        renderRoot={(props) => <Link to={path} {...props} onClick={onFollow} />}
        count={
          waits && (
            <Suspense fallback={null}>
              <WaitingCount of={waits} isRail={isRail} />
            </Suspense>
          )
        }
      />
    ))}
  </Stack>
);
