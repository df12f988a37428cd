import { ActionIcon, AppShell, ScrollArea, Text } from '@mantine/core';
import { PRODUCT_NAME } from '@/shared/product.ts';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@/shared/ui/icons.ts';
import { ProductMark } from '@/shared/ui/page/product-mark.tsx';
import { NavigationList } from './navigation-list.tsx';
import classes from './sidebar.module.css';
import { SupportLink } from './support-link.tsx';

type SidebarProps = {
  isRail: boolean;
  /** Omitted on screens too narrow for the full sidebar. */
  onToggle: (() => void) | undefined;
};

export function Sidebar({ isRail, onToggle }: SidebarProps) {
  const Toggle = isRail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <>
      <AppShell.Section className={classes['brand']} data-rail={isRail || undefined}>
        {!(isRail && onToggle) && <ProductMark size={isRail ? 28 : 24} />}
        {!isRail && <Text className={classes['name']}>{PRODUCT_NAME}</Text>}
        {onToggle && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={isRail ? 'Развернуть меню' : 'Свернуть меню'}
            aria-expanded={!isRail}
            onClick={onToggle}
          >
            <Toggle size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </AppShell.Section>
      <AppShell.Section grow component={ScrollArea} className={classes['items']}>
        <NavigationList isRail={isRail} />
      </AppShell.Section>
      <AppShell.Section className={classes['foot']}>
        <SupportLink isRail={isRail} />
      </AppShell.Section>
    </>
  );
}
