import { Button, Menu } from '@mantine/core';
import type { ImportKind, StaffRoute } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { createLocation, paths } from '@/shared/paths.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import { IconUpload } from '@/shared/ui/icons.ts';
import { useIsWide } from '@/shared/ui/viewport/use-viewport.ts';

const LABEL = 'Загрузить из файла';
const ICON = <IconUpload size={16} stroke={1.75} aria-hidden />;

type ImportLinkProps = {
  kind: ImportKind;
  /** Call that the same employees may make for one object. */
  call: StaffRoute;
};

/** Link to the import of a kind, next to the main button of its list. On narrow screens it is in a menu. */
export function ImportLink({ kind, call }: ImportLinkProps) {
  const isWide = useIsWide();
  const to = createLocation(paths.import, { kind });
  return (
    <PermissionGate call={call}>
      {isWide ? (
        <Button component={Link} to={to} variant="default" leftSection={ICON}>
          {LABEL}
        </Button>
      ) : (
        <MoreMenu label="Другие действия">
          <Menu.Item component={Link} to={to} leftSection={ICON}>
            {LABEL}
          </Menu.Item>
        </MoreMenu>
      )}
    </PermissionGate>
  );
}
