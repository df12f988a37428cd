import { Button, Drawer } from '@mantine/core';
import { PRODUCT_NAME } from '@/shared/product.ts';
import { IconSearch } from '@/shared/ui/icons.ts';
import classes from './menu-drawer.module.css';
import { NavigationList } from './navigation-list.tsx';
import { ProfileLinks } from './profile-links.tsx';
import { SupportLink } from './support-link.tsx';

type MenuDrawerProps = { isOpen: boolean; onClose: () => void; onSearch: () => void };

/** The whole menu on narrow screens. */
export const MenuDrawer = ({ isOpen, onClose, onSearch }: MenuDrawerProps) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    size={300}
    title={PRODUCT_NAME}
    classNames={{ body: classes['body'], content: classes['content'], title: classes['title'] }}
    transitionProps={{ duration: 180, timingFunction: 'ease-out' }}
  >
    <Button
      variant="default"
      m="xs"
      mb={0}
      justify="start"
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      aria-haspopup="dialog"
      onClick={onSearch}
    >
      Найти
    </Button>
    <nav aria-label="Разделы" className={classes['items']}>
      <NavigationList onNavigate={onClose} />
    </nav>
    <nav aria-label="Страницы профиля" className={classes['items']}>
      <ProfileLinks onNavigate={onClose} />
    </nav>
    <div className={classes['foot']}>
      <SupportLink />
    </div>
  </Drawer>
);
