import { Stack } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { type TaskCounter, useNavigation } from './navigation.ts';
import { SidebarItem } from './sidebar-item.tsx';

type NavigationListProps = { isRail?: boolean; onNavigate?: () => void };
type Count = ComponentType<{ counter: TaskCounter; isRail: boolean }>;

/** Loaded separately because it calls the API. The menu works without it if loading fails. */
const TaskCount = lazy<Count>(() => import('./task-count.tsx').catch(() => ({ default: () => null })));

export const NavigationList = ({ isRail = false, onNavigate }: NavigationListProps) => (
  <Stack gap={4}>
    {useNavigation().map(({ path, label, icon, isOpen, counter }) => (
      <SidebarItem
        key={path}
        label={label}
        icon={icon}
        isRail={isRail}
        active={isOpen}
        aria-current={isOpen ? 'page' : undefined}
        renderRoot={(props) => <Link to={path} {...props} onClick={onNavigate} />}
        count={
          counter && (
            <Suspense fallback={null}>
              <TaskCount counter={counter} isRail={isRail} />
            </Suspense>
          )
        }
      />
    ))}
  </Stack>
);
