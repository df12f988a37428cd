import '@mantine/core/styles/Avatar.layer.css';
import '@mantine/core/styles/Breadcrumbs.layer.css';
import '@mantine/core/styles/Burger.layer.css';
import '@mantine/core/styles/NavLink.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import { AppShell } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { BottomBar } from './bottom-bar.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { Sidebar } from './sidebar.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';

type ShellPartsProps = { collapsed: boolean; onCollapse: (collapsed: boolean) => void };

const now = { getInitialValueInEffect: false };

/** Everything of the shell but the page: a full sidebar, a rail or a drawer, by the width of the window. */
export default function ShellParts({ collapsed, onCollapse }: ShellPartsProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, now);
  const isWide = useMediaQuery('(min-width: 75em)', true, now);
  const [isMenuOpen, menu] = useDisclosure(false);
  return (
    <>
      <SkipLink />
      <AppShell.Header>
        <TopBar isNarrow={isNarrow} isMenuOpen={isMenuOpen} onMenu={menu.toggle} />
      </AppShell.Header>
      {isNarrow ? (
        <>
          <MenuDrawer isOpen={isMenuOpen} onClose={menu.close} />
          <BottomBar onMenu={menu.open} />
        </>
      ) : (
        <AppShell.Navbar aria-label="Разделы">
          <Sidebar
            isRail={!isWide || collapsed}
            onToggle={isWide ? () => onCollapse(!collapsed) : undefined}
          />
        </AppShell.Navbar>
      )}
    </>
  );
}
