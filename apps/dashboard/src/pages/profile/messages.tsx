import { Outbox } from '../../features/messages/outbox.tsx';
import { ProfileSections } from '../../features/profile/profile-sections.tsx';
import { usePermitted } from '../../shared/api/permitted.tsx';
import { NotPermitted } from '../../shared/ui/page/not-permitted.tsx';
import { Page } from '../../shared/ui/page/page.tsx';

export default function MessagesPage() {
  const isPermitted = usePermitted('deliveries');
  return (
    <Page width="form">
      <ProfileSections />
      {isPermitted ? (
        <Outbox />
      ) : (
        <NotPermitted>Отправленные сообщения видят владельцы организации.</NotPermitted>
      )}
    </Page>
  );
}
