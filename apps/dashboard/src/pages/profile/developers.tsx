import { ProfileSections } from '@/features/account/profile/profile-sections.tsx';
import { CreateKeyButton } from '@/features/developers/create-key-button.tsx';
import { Developers } from '@/features/developers/developers.tsx';
import { OwnSite } from '@/features/developers/own-site.tsx';
import { usePermissions } from '@/shared/api/permissions.tsx';
import { NotPermittedNotice } from '@/shared/ui/page/not-permitted-notice.tsx';
import { Page } from '@/shared/ui/page/page.tsx';

/** Keys, webhooks and the own site for owners; only the own site for other positions that run programs. */
export default function DevelopersPage() {
  const isPermitted = usePermissions();
  const canManageKeys = isPermitted('apiKeys');
  return (
    <Page width="form" actions={canManageKeys && <CreateKeyButton />}>
      <ProfileSections />
      {canManageKeys ? (
        <Developers />
      ) : isPermitted('ownSite') ? (
        <OwnSite />
      ) : (
        <NotPermittedNotice>Ключами API и вебхуками управляют владельцы организации.</NotPermittedNotice>
      )}
    </Page>
  );
}
