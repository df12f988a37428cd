import { Leads } from '../features/leads/leads.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { RoleRequiredNotice } from '../shared/ui/page/role-required-notice.tsx';

export default function LeadsPage() {
  const role = useRole();
  return role ? <Leads key={role} role={role} /> : <RoleRequiredNotice />;
}
