import {
  Avatar,
  Menu,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useUser } from '@referral-dashboard/react-auth';
import { Link } from 'react-router-dom';
import { COLOR_SCHEMES } from '@/features/account/appearance/color-schemes.ts';
import { useProfilePages } from '@/features/account/profile/profile-pages.ts';
import { initials } from '@/shared/format/person-name.ts';
import { paths } from '@/shared/paths.ts';
import classes from './user-menu.module.css';

/** Avatar that opens the pages about the user and the organization, and the color scheme. */
export default function UserMenu() {
  const user = useUser();
  const pages = useProfilePages().filter(({ path }) => path !== paths.profile);
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === 'dark';
  const otherScheme = COLOR_SCHEMES.find(({ value }) => value === (isDark ? 'light' : 'dark'));
  if (!user) return null;
  return (
    <Menu position="bottom-end" width={224}>
      <Menu.Target>
        <UnstyledButton className={classes['button']}>
          <VisuallyHidden>Меню профиля</VisuallyHidden>
          <Avatar size={28} color="petrol" aria-hidden>
            {initials(user) || undefined}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {pages.map(({ path, label }) => (
          <Menu.Item key={path} component={Link} to={path}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {otherScheme && (
          <Menu.Item onClick={() => setColorScheme(otherScheme.value)}>{otherScheme.action}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
