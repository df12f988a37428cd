import { ProfileSections } from '@/features/account/profile/profile-sections.tsx';
import { CreateKeyButton } from '@/features/developers/create-key-button.tsx';
import { Developers } from '@/features/developers/developers.tsx';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { NotPermittedNotice } from '@/shared/ui/page/not-permitted-notice.tsx';
import { Page } from '@/shared/ui/page/page.tsx';

export default function DevelopersPage() {
  const isPermitted = useIsPermitted('apiKeys');
  return (
    <Page width="form" actions={isPermitted && <CreateKeyButton />}>
      <ProfileSections />
      {isPermitted ? (
        <Developers />
      ) : (
        <NotPermittedNotice>Ключами API и вебхуками управляют владельцы организации.</NotPermittedNotice>
      )}
    </Page>
  );
}
