import { Stack } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useNavigation } from './navigation.ts';
import { SidebarItem } from './sidebar-item.tsx';

type NavigationListProps = { isRail?: boolean; onFollow?: () => void };

export const NavigationList = ({ isRail = false, onFollow }: NavigationListProps) => (
  <Stack gap={4}>
    {useNavigation().map(({ path, label, icon, isOpen }) => (
      <SidebarItem
        key={path}
        label={label}
        icon={icon}
        isRail={isRail}
        active={isOpen}
        aria-current={isOpen ? 'page' : undefined}
        renderRoot={(props) => <Link to={path} {...props} onClick={onFollow} />}
      />
    ))}
  </Stack>
);
