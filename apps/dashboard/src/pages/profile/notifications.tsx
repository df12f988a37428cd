import { ProfileSections } from '@/features/account/profile/profile-sections.tsx';
import { NotificationSettings } from '@/features/messages/notification-settings.tsx';
import { Page } from '@/shared/ui/page/page.tsx';

export default function NotificationsPage() {
  return (
    <Page width="form">
      <ProfileSections />
      <NotificationSettings />
    </Page>
  );
}
