import { ProfileSections } from '@/features/account/profile/profile-sections.tsx';
import { Journal } from '@/features/journal/journal.tsx';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { NotPermittedNotice } from '@/shared/ui/page/not-permitted-notice.tsx';
import { Page } from '@/shared/ui/page/page.tsx';

export default function JournalPage() {
  const isPermitted = useIsPermitted('journal');
  if (isPermitted) return <Journal header={<ProfileSections />} />;
  return (
    <Page width="form">
      <ProfileSections />
      <NotPermittedNotice>Журнал действий видят владельцы организации.</NotPermittedNotice>
    </Page>
  );
}
