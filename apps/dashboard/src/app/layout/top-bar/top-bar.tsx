import { ActionIcon, Burger, Button, Group, Text } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { useSignOut } from '@/app/access/use-sign-out.ts';
import { IconLogout2 } from '@/shared/ui/icons.ts';
import { usePageHandle } from '@/shared/ui/page/page-handle.ts';
import { SearchButton } from '../search/search-button.tsx';
import { Bell } from './bell.tsx';
import { PageBreadcrumbs } from './page-breadcrumbs.tsx';
import classes from './top-bar.module.css';
import { UserLink } from './user-link.tsx';

/** Loaded separately, because the first paint does not need it. The top bar works without it if loading fails. */
const UserMenu = lazy<ComponentType>(() => import('./user-menu.tsx').catch(() => ({ default: () => null })));

const LOG_OUT = 'Выйти из профиля';

type TopBarProps = { isNarrow: boolean; isMenuOpen: boolean; onMenu: () => void; onSearch: () => void };

export function TopBar({ isNarrow, isMenuOpen, onMenu, onSearch }: TopBarProps) {
  const { barTitle } = usePageHandle();
  const signOut = useSignOut();
  if (isNarrow)
    return (
      <div className={classes['narrow']}>
        <Burger size="sm" opened={isMenuOpen} onClick={onMenu} className={classes['burger']} />
        <Text className={classes['title']} aria-hidden>
          {barTitle}
        </Text>
        <Bell isNarrow />
        <UserLink isNarrow />
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={LOG_OUT} onClick={signOut}>
          <IconLogout2 size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    );
  return (
    <div className={classes['bar']}>
      <PageBreadcrumbs />
      <Group gap="xs" ml="auto" wrap="nowrap" miw={0}>
        <SearchButton onClick={onSearch} />
        <Bell />
        <Suspense fallback={<span className={classes['userMenu']} />}>
          <UserMenu />
        </Suspense>
        <UserLink />
        <Button
          variant="subtle"
          color="gray"
          onClick={signOut}
          className={classes['leave']}
          leftSection={<IconLogout2 size={16} stroke={1.75} aria-hidden />}
        >
          {LOG_OUT}
        </Button>
      </Group>
    </div>
  );
}
