import { ProfileSections } from '@/features/account/profile/profile-sections.tsx';
import { PaymentRules } from '@/features/organization/payment-rules.tsx';
import { InviteEmployeeButton } from '@/features/team/invite-employee-button.tsx';
import { Team } from '@/features/team/team.tsx';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { NotPermittedNotice } from '@/shared/ui/page/not-permitted-notice.tsx';
import { Page } from '@/shared/ui/page/page.tsx';

export default function TeamPage() {
  const isPermitted = useIsPermitted('employees');
  return (
    <Page width="form" actions={isPermitted && <InviteEmployeeButton />}>
      <ProfileSections />
      {isPermitted ? (
        <Team>
          <PaymentRules />
        </Team>
      ) : (
        <NotPermittedNotice>Командой управляют владельцы организации.</NotPermittedNotice>
      )}
    </Page>
  );
}
