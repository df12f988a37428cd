import { Drawer } from '@mantine/core';
import { PRODUCT_NAME } from '../../../shared/product.ts';
import classes from './menu-drawer.module.css';
import { NavigationList } from './navigation-list.tsx';
import { SupportLink } from './support-link.tsx';

type MenuDrawerProps = { isOpen: boolean; onClose: () => void };

/** The whole menu on narrow screens. */
export const MenuDrawer = ({ isOpen, onClose }: MenuDrawerProps) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    size={300}
    title={PRODUCT_NAME}
    classNames={{ body: classes['body'], content: classes['content'], title: classes['title'] }}
    transitionProps={{ duration: 180, timingFunction: 'ease-out' }}
  >
    <nav aria-label="Разделы" className={classes['items']}>
      <NavigationList onFollow={onClose} />
    </nav>
    <div className={classes['foot']}>
      <SupportLink />
    </div>
  </Drawer>
);
