import { Divider, Stack } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import { useProfilePages } from '@/features/account/profile/profile-pages.ts';
import { paths } from '@/shared/paths.ts';
import {
  IconBell,
  IconBuilding,
  IconCode,
  IconHistory,
  IconMail,
  IconUser,
  IconUsersGroup,
} from '@/shared/ui/icons.ts';
import { SidebarItem } from './sidebar-item.tsx';

const ICONS: Readonly<Record<string, typeof IconUser>> = {
  [paths.team]: IconUsersGroup,
  [paths.organization]: IconBuilding,
  [paths.notifications]: IconBell,
  [paths.messages]: IconMail,
  [paths.journal]: IconHistory,
  [paths.developers]: IconCode,
};

/** Pages of the profile below the sections, for screens on which the top bar has no avatar menu. */
export function ProfileLinks({ onNavigate }: { onNavigate: () => void }) {
  const { pathname } = useLocation();
  const pages = useProfilePages().filter(({ path }) => path !== paths.profile);
  return (
    <>
      <Divider my="xs" />
      <Stack gap={4}>
        {pages.map(({ path, label }) => (
          <SidebarItem
            key={path}
            label={label}
            icon={ICONS[path] ?? IconUser}
            isRail={false}
            active={pathname === path}
            aria-current={pathname === path ? 'page' : undefined}
            renderRoot={(props) => <Link to={path} {...props} onClick={onNavigate} />}
          />
        ))}
      </Stack>
    </>
  );
}
