import { OrganizationHome } from '../features/home/organization/organization-home.tsx';
import { PartnerHome } from '../features/home/partner/partner-home.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { RoleRequiredNotice } from '../shared/ui/page/role-required-notice.tsx';

export default function HomePage() {
  const role = useRole();
  if (role === null) return <RoleRequiredNotice />;
  return role === 'organization' ? <OrganizationHome /> : <PartnerHome />;
}
