import { ProfileSections } from '@/features/account/profile/profile-sections.tsx';
import { OutsideEvents } from '@/features/outside-events/outside-events.tsx';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { NotPermittedNotice } from '@/shared/ui/page/not-permitted-notice.tsx';
import { Page } from '@/shared/ui/page/page.tsx';

export default function OutsideEventsPage() {
  const isPermitted = useIsPermitted('outsideEvents');
  if (isPermitted) return <OutsideEvents header={<ProfileSections />} />;
  return (
    <Page width="form">
      <ProfileSections />
      <NotPermittedNotice>Входящие события видят владельцы организации.</NotPermittedNotice>
    </Page>
  );
}
