import { ProfileSections } from '@/features/account/profile/profile-sections.tsx';
import { Outbox } from '@/features/messages/outbox.tsx';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { NotPermittedNotice } from '@/shared/ui/page/not-permitted-notice.tsx';
import { Page } from '@/shared/ui/page/page.tsx';

export default function MessagesPage() {
  const isPermitted = useIsPermitted('deliveries');
  return (
    <Page width="form">
      <ProfileSections />
      {isPermitted ? (
        <Outbox />
      ) : (
        <NotPermittedNotice>Отправленные сообщения видят владельцы организации.</NotPermittedNotice>
      )}
    </Page>
  );
}
