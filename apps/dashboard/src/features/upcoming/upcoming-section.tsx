import { Button } from '@mantine/core';
import { useAuthState } from '@referral-dashboard/react-auth';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { ORGANIZATION } from '../../shared/product.ts';
import { IconCompass } from '../../shared/ui/icons.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { type SectionName, sections } from './sections.ts';

/** An honest page: the section is not there yet, what it will hold, and what works already. */
export function UpcomingSection({ section }: { section: SectionName }) {
  const isOrganization = useAuthState((state) => state.role === ORGANIZATION);
  const { name, organization, others } = sections[section];
  return (
    <Notice
      icon={<IconCompass size={32} stroke={1.75} />}
      title={`Раздел «${name}» еще не готов`}
      actions={
        <Button component={Link} to={paths.profile}>
          Открыть профиль
        </Button>
      }
    >
      {isOrganization ? organization : others}
    </Notice>
  );
}
