import { UnstyledButton } from '@mantine/core';
import { Link } from 'react-router-dom';
import { IconMenu2 } from '@/shared/ui/icons.ts';
import classes from './bottom-bar.module.css';
import { useNavigation } from './navigation.ts';

/** Main sections at the bottom of narrow screens. */
export function BottomBar({ onMenu }: { onMenu: () => void }) {
  const items = useNavigation();
  const barItems = items.filter((item) => item.isInBottomBar);
  const isOtherSectionOpen = items.some(({ isOpen }) => isOpen) && !barItems.some(({ isOpen }) => isOpen);
  return (
    <nav aria-label="Главные разделы" className={classes['bar']}>
      {barItems.map(({ path, label, icon: Icon, isOpen }) => (
        <Link key={path} to={path} className={classes['item']} aria-current={isOpen ? 'page' : undefined}>
          <Icon size={20} stroke={1.75} aria-hidden />
          {label}
        </Link>
      ))}
      <UnstyledButton
        className={classes['item']}
        onClick={onMenu}
        data-open={isOtherSectionOpen || undefined}
      >
        <IconMenu2 size={20} stroke={1.75} aria-hidden />
        Меню
      </UnstyledButton>
    </nav>
  );
}
