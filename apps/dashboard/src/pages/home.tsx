import { OrganizationHome } from '../features/home/organization/organization-home.tsx';
import { PartnerHome } from '../features/home/partner/partner-home.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { NeedsRole } from '../shared/ui/page/needs-role.tsx';

export default function HomePage() {
  const role = useRole();
  if (role === null) return <NeedsRole />;
  return role === 'organization' ? <OrganizationHome /> : <PartnerHome />;
}
