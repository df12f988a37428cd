import { Journal } from '../../features/journal/journal.tsx';
import { ProfileSections } from '../../features/profile/profile-sections.tsx';
import { usePermitted } from '../../shared/api/permitted.tsx';
import { NotPermitted } from '../../shared/ui/page/not-permitted.tsx';
import { Page } from '../../shared/ui/page/page.tsx';

export default function JournalPage() {
  const isPermitted = usePermitted('journal');
  if (isPermitted) return <Journal above={<ProfileSections />} />;
  return (
    <Page width="form">
      <ProfileSections />
      <NotPermitted>Журнал действий видят владельцы организации.</NotPermitted>
    </Page>
  );
}
