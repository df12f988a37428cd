import { UnstyledButton } from '@mantine/core';
import { Link } from 'react-router-dom';
import { IconMenu2 } from '../../../shared/ui/icons.ts';
import classes from './bottom-bar.module.css';
import { useNavigation } from './navigation.ts';

/** Main sections at the bottom of narrow screens. */
export function BottomBar({ onMenu }: { onMenu: () => void }) {
  const all = useNavigation();
  const here = all.filter((item) => item.inBottomBar);
  const isElsewhere = all.some(({ isOpen }) => isOpen) && !here.some(({ isOpen }) => isOpen);
  return (
    <nav aria-label="Главные разделы" className={classes['bar']}>
      {here.map(({ path, label, icon: Icon, isOpen }) => (
        <Link key={path} to={path} className={classes['item']} aria-current={isOpen ? 'page' : undefined}>
          <Icon size={20} stroke={1.75} aria-hidden />
          {label}
        </Link>
      ))}
      <UnstyledButton className={classes['item']} onClick={onMenu} data-open={isElsewhere || undefined}>
        <IconMenu2 size={20} stroke={1.75} aria-hidden />
        Меню
      </UnstyledButton>
    </nav>
  );
}
