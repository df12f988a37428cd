import '../theme/component-styles.ts';
import '@/shared/ui/form/field-styles.ts';
import '../theme/forced-colors.css';
import '../theme/print.css';
import '../theme/signed-in.css';
import { AppShell } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { memo } from 'react';
import { useIsNarrow, useIsWide } from '@/shared/ui/viewport/use-viewport.ts';
import { useDraftCleanup } from '../access/use-draft-cleanup.ts';
import { Search } from './search/search.tsx';
import { BottomBar } from './sidebar/bottom-bar.tsx';
import { MenuDrawer } from './sidebar/menu-drawer.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar/top-bar.tsx';

type ShellProps = { isCollapsed: boolean; onCollapse: (isCollapsed: boolean) => void };

const RAIL_WIDTH = 72;
const SIDEBAR_WIDTH = 256;

/**
 * Everything around the page. Depending on the window width it has a full sidebar, a narrow sidebar or a drawer. Memoized:
 * navigation rerenders only the parts that depend on the URL.
 */
export default memo(function Shell({ isCollapsed, onCollapse }: ShellProps) {
  useDraftCleanup();
  const isNarrow = useIsNarrow();
  const isWide = useIsWide();
  const [isMenuOpen, menu] = useDisclosure(false);
  return (
    <Search>
      {(openSearch) => (
        <AppShell
          layout="alt"
          header={{ height: 56 }}
          navbar={{
            width: { base: 0, sm: RAIL_WIDTH, lg: isCollapsed ? RAIL_WIDTH : SIDEBAR_WIDTH },
            breakpoint: 'sm',
            collapsed: { mobile: true },
          }}
          transitionDuration={0}
        >
          <SkipLink />
          {isNarrow ? (
            <>
              <MenuDrawer
                isOpen={isMenuOpen}
                onClose={menu.close}
                onSearch={() => {
                  menu.close();
                  openSearch();
                }}
              />
              <BottomBar onMenu={menu.open} />
            </>
          ) : (
            <AppShell.Navbar aria-label="Разделы">
              <Sidebar
                isRail={!isWide || isCollapsed}
                onToggle={isWide ? () => onCollapse(!isCollapsed) : undefined}
              />
            </AppShell.Navbar>
          )}
          {/* After the navigation, so that the Tab key reaches the sections before the controls of the account. */}
          <AppShell.Header>
            <TopBar isNarrow={isNarrow} isMenuOpen={isMenuOpen} onMenu={menu.toggle} onSearch={openSearch} />
          </AppShell.Header>
        </AppShell>
      )}
    </Search>
  );
});
