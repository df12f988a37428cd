import { ProfileSections } from '@/features/account/profile/profile-sections.tsx';
import { MailCard } from '@/features/organization/mail/mail-card.tsx';
import { OrganizationSettings } from '@/features/organization/organization-settings.tsx';
import { TelegramCard } from '@/features/organization/telegram/telegram-card.tsx';
import { Page } from '@/shared/ui/page/page.tsx';

export default function OrganizationPage() {
  return (
    <Page width="form">
      <ProfileSections />
      <OrganizationSettings>
        <MailCard />
        <TelegramCard />
      </OrganizationSettings>
    </Page>
  );
}
