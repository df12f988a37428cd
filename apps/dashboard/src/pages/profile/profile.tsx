import { ColorSchemeChoice } from '@/features/account/appearance/color-scheme-choice.tsx';
import { ProfileForm } from '@/features/account/profile/profile-form.tsx';
import { ProfileSections } from '@/features/account/profile/profile-sections.tsx';
import { Security } from '@/features/account/security/security.tsx';
import { CardMethods } from '@/features/payout-methods/card-methods.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { Page } from '@/shared/ui/page/page.tsx';

export default function ProfilePage() {
  const role = useRole();
  return (
    <Page width="form">
      <ProfileSections />
      <ProfileForm />
      {role === 'partner' && <CardMethods />}
      <Security />
      <ColorSchemeChoice />
    </Page>
  );
}
