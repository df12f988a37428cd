import { ImportLink } from '@/entities/import/import-link.tsx';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { List } from '@/shared/list/list.tsx';
import { MainLink } from '@/shared/list/panel/main-button.tsx';
import { paths } from '@/shared/paths.ts';
import { IconPlus } from '@/shared/ui/icons.ts';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { partnerList } from './partner-list.tsx';

const ADD_LABEL = 'Добавить партнера';

export function Partners() {
  const isNarrow = useIsNarrow();
  return (
    <List
      definition={partnerList}
      actions={
        <>
          <ImportLink kind="partners" call="createPartner" />
          <PermissionGate call="createPartner">
            <MainLink
              to={paths.partnerCreate}
              aria-label={ADD_LABEL}
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            >
              {isNarrow ? 'Добавить' : ADD_LABEL}
            </MainLink>
          </PermissionGate>
        </>
      }
    />
  );
}
