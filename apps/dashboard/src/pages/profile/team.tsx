import { PaymentRules } from '../../features/organization/payment-rules.tsx';
import { ProfileSections } from '../../features/profile/profile-sections.tsx';
import { InviteEmployee } from '../../features/team/invite-employee.tsx';
import { Team } from '../../features/team/team.tsx';
import { usePermitted } from '../../shared/api/permitted.tsx';
import { NotPermitted } from '../../shared/ui/page/not-permitted.tsx';
import { Page } from '../../shared/ui/page/page.tsx';

export default function TeamPage() {
  const isPermitted = usePermitted('employees');
  return (
    <Page width="form" actions={isPermitted && <InviteEmployee />}>
      <ProfileSections />
      {isPermitted ? (
        <Team>
          <PaymentRules />
        </Team>
      ) : (
        <NotPermitted>Командой управляют владельцы организации.</NotPermitted>
      )}
    </Page>
  );
}
